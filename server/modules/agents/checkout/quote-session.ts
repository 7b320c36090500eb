import {
  chosenDestination,
  type SentLine,
  type SessionInput,
} from '#server/modules/checkout-sessions/index.ts'
import type { z } from 'zod'
import type { contact, orderAddress } from '#contract/orders/order.ts'
import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { RequestContext } from '#server/http/route.ts'
import { listVariantLines, type LineRow } from '#server/modules/cart/index.ts'
import {
  arrivalOf,
  cashTerms,
  depositFor,
  nothingToPay,
  paymentMethods,
  providersOf,
  quoteLines,
  takesAmount,
  type PaymentMethod,
  type Quote,
} from '#server/modules/orders/index.ts'
import { computeCart, shippingFor, type CartTotals } from '#server/modules/pricing/index.ts'
import type { Coupon } from '#server/modules/promotions/index.ts'
import { findCheckoutRules, type CheckoutRules } from '#server/modules/settings/index.ts'
import { remainingStockMessage } from '#server/modules/stock/index.ts'
import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import { readAddress, readContact } from './address.rules.ts'
import { applyCodes } from './coupons.ts'
import { countryCodeOf } from './country-code.ts'
import type { Problem } from './problem.ts'

/** A delivery method of a session. `price` is minor units, without the coupon that makes delivery free. */
export interface SessionDelivery {
  id: string
  name: string
  price: number
  /** The days between which an order placed now arrives, `2026-11-30`. */
  arrival: { from: string; to: string; text: string }
}

/** A session as it stands now. All amounts are minor units. */
export interface SessionQuote {
  /** The lines that the shop can price, in the order of the input; those of `quote.lines` and `totals.lines`. */
  lines: (SentLine & { row: Quote['lines'][number] })[]
  quote: Quote
  /** Without delivery until `delivery` is known. */
  totals: CartTotals
  /** The delivery methods to the chosen destination; absent: there is none yet, or the shop does not deliver to it. */
  delivery: { options: SessionDelivery[]; selected: string } | undefined
  coupon: { coupon: Coupon; index: number } | undefined
  /** The methods by which this session can be paid. */
  payment: PaymentMethod[]
  problems: Problem[]
  /** What an order needs; absent while something is missing. */
  contact: z.output<typeof contact> | undefined
  address: z.output<typeof orderAddress> | undefined
  rules: CheckoutRules
  rows: LineRow[]
  online: readonly ConnectedProvider[]
}

type QuoteContext = Pick<RequestContext, 'db' | 'shop' | 'services'>

/**
 * Computes a cart or a session from what the platform sent, as the checkout page of the shop would. The same input has the same
 * result as long as the shop does not change. `forOrder`: without what only an order needs, a cart has no such problems.
 */
export async function quoteSession(
  { db, shop, services }: QuoteContext,
  input: SessionInput,
  { forOrder }: { forOrder: boolean },
): Promise<SessionQuote> {
  const [{ known, rows, problems }, rules, { offered: online }] = await Promise.all([
    readLines(db, shop.shopId, input.lines),
    findCheckoutRules(db, shop),
    providersOf({ db, shop, services }),
  ])
  const { buyer = {} } = input
  const destination = chosenDestination(input)
  const reached = readContact(buyer, destination)
  const coupons = await applyCodes(db, shop, {
    sent: input.codes ?? [],
    rows,
    email: reached.contact?.email,
  })
  problems.push(...coupons.problems)
  const read = destination ? readAddress(destination, buyer) : { problems: [] }
  const place = destination
    ? {
        country: countryCodeOf(destination.country),
        state: destination.region,
        pincode: destination.postalCode,
      }
    : undefined
  const { quote, isDelivered } = quoteRows(rows, rules, {
    place,
    hint: placeOfContext(input, rules),
    shippingMethod: input.shippingMethod,
    coupon: coupons.coupon,
    shop,
    problems,
  })
  if (forOrder) {
    problems.push(...reached.problems, ...read.problems)
    if (!destination) problems.push(destinationMissing)
  }
  const lines = quote.lines.flatMap((row, index) => {
    const line = known[index]
    return line ? [{ ...line, row }] : []
  })
  return {
    lines,
    quote,
    totals: isDelivered ? quote.totals : withoutDelivery(quote),
    delivery: isDelivered ? deliveryOf(quote, rules, shop) : undefined,
    coupon: coupons.coupon && { coupon: coupons.coupon, index: coupons.index ?? 0 },
    payment: methodsOf(quote, rules, { shop, online, postalCode: place?.pincode }),
    problems,
    contact: reached.contact,
    address: read.address,
    rules,
    rows,
    online,
  }
}

const destinationMissing: Problem = {
  code: 'missing',
  text: 'Choose the address to which the order goes.',
  about: { kind: 'destination' },
  solvedBy: 'platform',
}

/** The lines whose items the shop has, with their rows, and a problem for each that cannot be ordered as it is. */
async function readLines(db: Database, shopId: number, sent: readonly SentLine[]) {
  const wanted = sent.flatMap(({ variantId, quantity }) =>
    variantId === null ? [] : [{ variantId, quantity }],
  )
  const found = wanted.length > 0 ? await listVariantLines(db, shopId, wanted) : []
  const byVariant = new Map(found.map((row) => [row.variantId, row]))
  const problems: Problem[] = []
  const known: SentLine[] = []
  const rows: LineRow[] = []
  for (const line of sent) {
    const row = line.variantId === null ? undefined : byVariant.get(line.variantId)
    if (!row) {
      const text = `The shop doesn’t sell ${line.item}.`
      problems.push({ code: 'item_unavailable', text, about: { kind: 'lines' }, solvedBy: 'platform' })
      continue
    }
    problems.push(...lineProblems(row, known.length))
    known.push(line)
    rows.push(row)
  }
  if (sent.length === 0)
    problems.push({
      code: 'missing',
      text: 'Add at least one item.',
      about: { kind: 'lines' },
      solvedBy: 'platform',
    })
  return { known, rows, problems }
}

function lineProblems(row: LineRow, index: number): Problem[] {
  const about = { kind: 'line', index, field: 'quantity' } as const
  if (!row.sold)
    return [
      {
        code: 'item_unavailable',
        text: `${row.name} is no longer available.`,
        about: { kind: 'line', index },
        solvedBy: 'platform',
      },
    ]
  if (row.quantity > row.available)
    return [{ code: 'out_of_stock', text: remainingStockMessage(row), about, solvedBy: 'platform' }]
  if (row.quantity > MAX_QUANTITY)
    return [
      { code: 'invalid', text: `The maximum quantity is ${MAX_QUANTITY}.`, about, solvedBy: 'platform' },
    ]
  return []
}

interface Place {
  country?: string | undefined
  state?: string | undefined
  pincode?: string | undefined
}

/** Quotes for the destination, or for where the buyer seems to be. Adds a problem if the shop does not deliver there. */
function quoteRows(
  rows: readonly LineRow[],
  rules: CheckoutRules,
  {
    place,
    hint,
    shippingMethod,
    coupon,
    shop,
    problems,
  }: {
    place: Place | undefined
    hint: Place
    shippingMethod: string | undefined
    coupon: Coupon | undefined
    shop: QuoteContext['shop']
    problems: Problem[]
  },
): { quote: Quote; isDelivered: boolean } {
  const choices = { coupon, shop, moment: new Date() }
  if (place?.country === undefined)
    return { quote: quoteLines(rows, rules, { ...choices, destination: hint }), isDelivered: false }
  try {
    const first = quoteLines(rows, rules, { ...choices, destination: place })
    const isKnown = shippingMethod === undefined || first.options.some(({ id }) => id === shippingMethod)
    if (!isKnown)
      problems.push({
        code: 'invalid',
        text: 'This delivery option isn’t available for the address.',
        about: { kind: 'delivery' },
        solvedBy: 'platform',
      })
    const quote = isKnown
      ? quoteLines(rows, rules, { ...choices, destination: place, shippingMethod })
      : first
    return { quote, isDelivered: true }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'no_delivery') throw error
    const about = { kind: 'destination' } as const
    problems.push({ code: 'address_undeliverable', text: `${error.message}.`, about, solvedBy: 'platform' })
    return { quote: quoteLines(rows, rules, { ...choices, destination: hint }), isDelivered: false }
  }
}

/** Where the buyer seems to be, if the shop delivers there. */
function placeOfContext({ context }: SessionInput, { checkout }: CheckoutRules): Place {
  const country = countryCodeOf(context?.country)
  if (country === undefined || !checkout.countries.includes(country)) return {}
  return { country, state: context?.region, pincode: context?.postalCode }
}

/** The totals as long as nobody knows where the order goes. */
const withoutDelivery = ({ lines, rules }: Quote): CartTotals =>
  computeCart(lines, { ...rules, shipping: { flat: 0, freeFrom: null } })

function deliveryOf(quote: Quote, rules: CheckoutRules, shop: QuoteContext['shop']) {
  const { subtotal, discount } = quote.totals
  return {
    selected: quote.option.id,
    options: quote.options.map(({ id, name, rule, days }) => ({
      id,
      name,
      price: shippingFor(rule, subtotal - discount),
      arrival: arrivalOf(rules.shipping, days, shop),
    })),
  }
}

/** The price of the selected method in minor units, without a coupon. */
export const deliveryPrice = ({ options, selected }: NonNullable<SessionQuote['delivery']>): number =>
  options.find(({ id }) => id === selected)?.price ?? 0

function methodsOf(
  { totals, option, lines }: Quote,
  rules: CheckoutRules,
  {
    shop,
    online,
    postalCode,
  }: Pick<QuoteContext, 'shop'> & { online: readonly ConnectedProvider[]; postalCode: string | undefined },
): PaymentMethod[] {
  if (lines.length === 0) return []
  if (totals.total === 0) return [nothingToPay]
  const cash = cashTerms({ rules, shop }, { option, lines }, { rest: totals.total, postalCode })
  const { currency } = shop
  const rest = { withoutFee: totals.total, withFee: totals.total }
  return paymentMethods(rules.payment, online, currency).filter(({ id, kind }) => {
    // The protocol has the total before the method, and one payment. A fee or a deposit is agreed on the pages of the shop.
    if (kind === 'on_delivery')
      return cash.problem === null && cash.fee === 0 && depositFor(rules.payment, rest) === 0
    if (kind !== 'online') return true
    return takesAmount(online, id, totals.total, currency)
  })
}
