/** An address as a platform sends it: all fields are text that somebody typed, and any may be absent. */
export interface SentAddress {
  /** How the platform and the shop refer to it. */
  id: string
  firstName?: string | undefined
  lastName?: string | undefined
  street?: string | undefined
  extended?: string | undefined
  city?: string | undefined
  region?: string | undefined
  postalCode?: string | undefined
  /** ISO 3166-1 alpha-2 or alpha-3, or the name of the country. */
  country?: string | undefined
  phone?: string | undefined
}

/** A line of a cart or a session. */
export interface SentLine {
  id: string
  /** The item as the platform named it, for a line whose item the shop does not know. */
  item: string
  /** Null: the shop does not sell the item. */
  variantId: number | null
  quantity: number
}

/** The person who buys. Nothing of it comes from the shop's own records. */
export interface SentBuyer {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  consent?: Record<string, boolean> | undefined
}

/** Where the buyer seems to be, until there is an address. */
export interface SentContext {
  country?: string | undefined
  region?: string | undefined
  postalCode?: string | undefined
}

/** Everything that a platform has sent for a cart or a checkout. Prices, totals and state follow from it at each read. */
export interface SessionInput {
  lines: SentLine[]
  buyer?: SentBuyer | undefined
  context?: SentContext | undefined
  destinations?: SentAddress[] | undefined
  selectedDestination?: string | undefined
  shippingMethod?: string | undefined
  codes?: string[] | undefined
  attribution?: Record<string, string> | undefined
  /** The total that the platform saw last, in minor units. Another one is shown before it is ordered. */
  shownTotal?: number | undefined
  /** What a coupon for free delivery has saved, in minor units. The order stores the delivery at no cost. */
  deliveryDiscount?: number | undefined
  /** What the protocol layer needs to repeat, such as the context as it was sent. */
  echo?: Record<string, unknown> | undefined
}

/** The address to which the order goes, if one is chosen. A single address is chosen by itself. */
export function chosenDestination({
  destinations = [],
  selectedDestination,
}: SessionInput): SentAddress | undefined {
  if (selectedDestination !== undefined) return destinations.find(({ id }) => id === selectedDestination)
  return destinations.length === 1 ? destinations[0] : undefined
}
