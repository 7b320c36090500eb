/** A row that breaks an integrity check. Amounts are in minor units, counts in items. */
export interface Violation {
  /** Number of the order. */
  order: string | null
  /** A variant, a coupon, a year or an error: what the message names beside the order. */
  what: string | null
  is: number
  should: number
  currency: string | null
}

/** Something that must always be true. */
export interface IntegrityCheck {
  check: string
  /** As the dashboard lists it. */
  name: string
  /** Selects the rows of a shop (`$1`) that break the check, as `Violation`. */
  query: string
  /** Whether `is` and `should` are amounts of money. */
  isMoney: boolean
  /** Describes a violation; `{is}`, `{should}`, `{what}` and `{order}` are replaced by its values. */
  message: string
  /** Tells the staff what to do about it. */
  action: string
}
