import type { AgentCheckout, PreparedFields } from '#contract/orders/agent-checkout.ts'
import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'
import { links } from '#contract/links.ts'
import { findState, tidyPostalCode } from '#contract/orders/address/address-format.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { sortOptions } from '#server/modules/cart/index.ts'
import {
  chosenDestination,
  findOrderOfCart,
  findSessionById,
  type SessionInput,
} from '#server/modules/checkout-sessions/index.ts'
import { accessTokenOf, findOrderById } from '#server/modules/orders/index.ts'
import { toMajor, unitPrice } from '#server/modules/pricing/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import { addressLines } from '#server/platform/address-formats/address-lines.ts'
import { findAgentCartById } from '../carts/agent-cart.writes.ts'
import { addressTexts } from '../checkout/address.rules.ts'
import { quoteSession, type SessionQuote } from '../checkout/quote-session.ts'

/** A cart or a checkout of an agent, as its buyer finds it by the secret id. */
export interface Prepared {
  kind: AgentCheckout['kind']
  state: AgentCheckout['state']
  input: SessionInput
  orderId: number | null
}

/**
 * What an agent has prepared under this id; undefined if there is nothing, or its time is over, or the owner has switched off the
 * checkout of agents. An order that exists can be opened all the same.
 */
export async function findPrepared(
  context: Pick<PersonalContext, 'db' | 'shop'>,
  id: string,
): Promise<Prepared | undefined> {
  const prepared = await findStored(context, id)
  if (prepared?.state !== 'open') return prepared
  const { catalog, checkout } = await findSettings(context.db, context.shop, 'agents')
  return catalog && checkout ? prepared : undefined
}

async function findStored(
  { db, shop: { shopId } }: Pick<PersonalContext, 'db' | 'shop'>,
  id: string,
): Promise<Prepared | undefined> {
  const session = await findSessionById(db, shopId, id)
  if (session) {
    const { input, orderId, expiresAt } = session
    const state = session.state === 'cancelled' ? 'ended' : session.state
    const isOver = state === 'ended' && expiresAt <= new Date()
    return isOver ? undefined : { kind: 'checkout', state, input, orderId }
  }
  const cart = await findAgentCartById(db, shopId, id)
  if (!cart) return undefined
  const orderId = await findOrderOfCart(db, shopId, id)
  return { kind: 'cart', state: orderId === null ? 'open' : 'ordered', input: cart.input, orderId }
}

/** What the buyer sees of it. Names and addresses are shown only as long as it is open. */
export async function viewPrepared(
  context: PersonalContext,
  { kind, state, input, orderId }: Prepared,
): Promise<AgentCheckout> {
  const order = orderId === null ? null : { url: await orderUrl(context, orderId) }
  const closed = {
    kind,
    state,
    lines: [],
    unknown: 0,
    total: 0,
    fields: null,
    recipient: [],
    problem: null,
    order,
  }
  if (state !== 'open') return closed
  const quote = await quoteSession(context, input, { forOrder: false })
  const lines = quote.lines.map((line) => viewLine(line, context.shop.currency))
  const fields = preparedFields(input, quote)
  return {
    ...closed,
    lines,
    unknown: input.lines.length - lines.length,
    total: toMajor(
      quote.lines.reduce((sum, line) => sum + unitPrice(line.row) * orderableUnits(line), 0),
      context.shop.currency,
    ),
    fields,
    recipient: recipientOf(fields),
    problem: undeliverable(quote)?.text ?? null,
  }
}

/** The order page without its host, with the token that opens it. */
async function orderUrl({ db, shop: { shopId }, services }: PersonalContext, orderId: number) {
  const { number } = await findOrderById(db, shopId, orderId)
  return links.order(number, accessTokenOf(services.keyedHash, shopId, number))
}

/** How many of the prepared units the shop can sell now. */
const orderableUnits = ({ row, quantity }: SessionQuote['lines'][number]): number =>
  row.sold ? Math.max(0, Math.min(quantity, row.available, MAX_QUANTITY)) : 0

function viewLine(line: SessionQuote['lines'][number], currency: string) {
  const { row, quantity } = line
  const { productId: productid, variantId: variantid, name: productname, options, image } = row
  const orderable = orderableUnits(line)
  const price = unitPrice(row)
  return {
    productid,
    variantid,
    productname,
    options: sortOptions(options, row.optionNames),
    image,
    quantity,
    orderable,
    productprice: toMajor(price, currency),
    linetotal: toMajor(price * orderable, currency),
    problem: orderable === quantity ? null : problemOf(row, quantity),
  }
}

function problemOf(row: SessionQuote['lines'][number]['row'], quantity: number): string {
  if (!row.sold) return 'No longer available'
  if (row.available <= 0) return 'Sold out'
  return quantity > row.available ? `Only ${row.available} left` : `The maximum quantity is ${MAX_QUANTITY}`
}

/** Longer texts are no place, and the checkout refuses them. */
const MAX_PLACE_LENGTH = 60

const undeliverable = ({ problems }: SessionQuote) =>
  problems.find(({ code }) => code === 'address_undeliverable')

function preparedFields(input: SessionInput, quote: SessionQuote): PreparedFields {
  const { address, coupon, delivery } = quote
  const { buyer = {}, shippingMethod } = input
  const destination = chosenDestination(input)
  const sent = addressTexts(destination ?? {}, buyer)
  // The checkout offers no other countries, and cannot show such an address.
  const texts = undeliverable(quote)
    ? { ...addressTexts({}, buyer), fullName: sent.fullName }
    : (address ?? sent)
  const { fullName, line1, line2, city, state, pincode, country } = texts
  const isOffered = delivery?.options.some(({ id }) => id === shippingMethod) ?? false
  return {
    email: buyer.email ?? '',
    phone: buyer.phone ?? destination?.phone ?? '',
    shipping: {
      fullName,
      line1,
      line2,
      city,
      state: findState(country, state) ?? state.slice(0, MAX_PLACE_LENGTH),
      pincode: tidyPostalCode(pincode),
      // The checkout has no field for a country that is no code.
      country: /^[A-Z]{2}$/.test(country) ? country : '',
    },
    coupon: coupon?.coupon.code ?? '',
    shippingMethod: (isOffered && shippingMethod) || '',
  }
}

/** Name and address, or the name alone as long as there is no address. */
function recipientOf({ shipping }: PreparedFields): string[] {
  if (shipping.line1 !== '' || shipping.city !== '') return addressLines(shipping)
  return shipping.fullName === '' ? [] : [shipping.fullName]
}
