/** A field of an address. Absent: the whole address. */
type AddressField = 'name' | 'street' | 'extended' | 'city' | 'region' | 'postalCode' | 'country'

/** What a problem is about. `index` counts from 0 in what the platform sent. */
export type ProblemSubject =
  | { kind: 'lines' }
  | { kind: 'line'; index: number; field?: 'quantity' }
  | { kind: 'buyer'; field: 'name' | 'email' | 'phone' }
  | { kind: 'destination'; field?: AddressField }
  | { kind: 'billing'; instrument: number; field?: AddressField }
  | { kind: 'delivery' }
  | { kind: 'code'; index: number }
  | { kind: 'payment' }

/** Why a session cannot be ordered, or what its buyer should know. */
export interface Problem {
  /** `missing`, `invalid`, `out_of_stock`, `item_unavailable`, `address_undeliverable`, `discount_code_…`, … */
  code: string
  /** A sentence for people. */
  text: string
  about: ProblemSubject
  /**
   * Who can solve it: the platform by other data, or the buyer on the pages of the shop. `none`: the order is possible all the
   * same.
   */
  solvedBy: 'platform' | 'buyer' | 'none'
}
