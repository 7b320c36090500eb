import { AppError } from '#server/http/errors.ts'
import type { LineRow } from '#server/modules/cart/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'

/** The stored form of a network: it tells orders of one network apart, and not where they came from. */
export const networkHash = (keyedHash: KeyedHash, shopId: number, network: string) =>
  keyedHash('network of an order', `${shopId} ${network}`).slice(0, 22)

/** Units of a variant in the unpaid orders of one day to addresses that are not confirmed. */
export interface HeldVariant {
  variantId: number
  /** In orders from the network of the caller. */
  ofNetwork: number
  /** In orders to the address of the order. */
  ofAddress: number
  available: number
}

/** What a network and an address hold without having paid; see decision 057. */
export interface Holding {
  isConfirmed: boolean
  ordersOfAddress: number
  ordersOfNetwork: number
  held: readonly HeldVariant[]
}

/** An address may hold this share of a variant, or so many units. */
const ADDRESS_SHARE = 0.5
const MIN_ADDRESS_UNITS = 50
const MAX_ADDRESS_ORDERS = 300
const MAX_ADDRESS_TOTAL = 500
/**
 * A network of many buyers holds much of a few items on sale; one that empties a shop holds much of many. Above this share and
 * so many units a variant is crowded.
 */
const NETWORK_SHARE = 0.25
const MIN_NETWORK_UNITS = 4
const MAX_CROWDED_VARIANTS = 10
const MAX_NETWORK_TOTAL = 2000

type Line = Pick<LineRow, 'variantId' | 'quantity' | 'available' | 'name' | 'takesStock'>

/**
 * Refuses an unpaid order that would hold too much of the stock for an address that is not confirmed. AppError 409
 * `address_unconfirmed` with the number of units that are possible.
 */
export function requireModestHolding(
  { isConfirmed, ordersOfAddress, held }: Holding,
  rows: readonly Line[],
): void {
  const counted = rows.filter(({ takesStock }) => takesStock)
  if (isConfirmed || counted.length === 0) return
  const units = counted.reduce((sum, { quantity }) => sum + quantity, 0)
  const sumOf = (of: 'ofAddress' | 'ofNetwork') => held.reduce((sum, one) => sum + one[of], units)
  if (ordersOfAddress >= MAX_ADDRESS_ORDERS) throw refused('this many orders')
  if (sumOf('ofAddress') > MAX_ADDRESS_TOTAL || sumOf('ofNetwork') > MAX_NETWORK_TOTAL)
    throw refused('this many items')
  requireShareOfAddress(held, counted)
  requireShareOfNetwork(held, counted)
}

/** From so many unpaid orders of a network on, further ones are released after this time. */
const MANY_ORDERS = 20
const SHORT_RESERVATION_MINUTES = 24 * 60

/** The minutes for which an unpaid order keeps its stock; `minutes` are those of the shop. */
export function reservationMinutes(holding: Holding | undefined, minutes: number): number {
  const isShort = holding && !holding.isConfirmed && holding.ordersOfNetwork >= MANY_ORDERS
  return isShort ? Math.min(minutes, SHORT_RESERVATION_MINUTES) : minutes
}

function requireShareOfAddress(held: readonly HeldVariant[], rows: readonly Line[]): void {
  for (const row of rows) {
    const { ofAddress = 0 } = held.find(({ variantId }) => variantId === row.variantId) ?? {}
    const most = Math.max(MIN_ADDRESS_UNITS, Math.floor(ADDRESS_SHARE * (row.available + ofAddress)))
    if (ofAddress + row.quantity > most) throw tooMany(row, most - ofAddress)
  }
}

function requireShareOfNetwork(held: readonly HeldVariant[], rows: readonly Line[]): void {
  const crowding = rows.filter(({ variantId, quantity, available }) => {
    const { ofNetwork = 0 } = held.find((one) => one.variantId === variantId) ?? {}
    return isCrowded({ ofNetwork: ofNetwork + quantity, available: available - quantity })
  })
  const others = held.filter((one) => isCrowded(one) && !rows.some((row) => row.variantId === one.variantId))
  const [first] = crowding
  if (first && others.length + crowding.length > MAX_CROWDED_VARIANTS) throw tooMany(first, 0)
}

function isCrowded({ ofNetwork, available }: Pick<HeldVariant, 'ofNetwork' | 'available'>): boolean {
  return ofNetwork > Math.max(MIN_NETWORK_UNITS, NETWORK_SHARE * (Math.max(0, available) + ofNetwork))
}

const howToGoOn =
  'Confirm your email first: open the link in an order email, or sign in with a confirmed account. Or pay online.'

const refused = (what: string) =>
  new AppError(409, 'address_unconfirmed', `We can’t hold ${what} without a payment. ${howToGoOn}`)

function tooMany({ variantId, name }: Line, left: number): AppError {
  const amount = left > 0 ? `more than ${left}` : 'more'
  const message = `We can’t hold ${amount} of ${name} without a payment. ${howToGoOn}`
  return new AppError(409, 'address_unconfirmed', message, [{ path: `variant.${variantId}`, message }])
}
