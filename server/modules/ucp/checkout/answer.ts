import type { Problem, SessionView } from '#server/modules/agents/index.ts'
import type { Session, SessionInput } from '#server/modules/checkout-sessions/index.ts'
import { links } from '#contract/links.ts'
import { variantIdOf } from '../ids.ts'
import type { UcpMessage } from '../errors.ts'
import type { UcpCall } from '../operation.ts'
import { claimMessages, couponMessages, messageOf } from './messages.ts'
import { CONSENT, DISCOUNT, FULFILLMENT, unknownMethodKey } from './read-input.ts'
import { lineEntries, totalEntries } from './totals.ts'

/** The parts that a cart and a checkout have in common. */
export function sharedParts(call: UcpCall, input: SessionInput, view: SessionView, withDelivery: boolean) {
  const { capabilities, context } = call
  const { lines, totals, currency } = view
  return {
    line_items: lines.map((line) => ({
      id: line.id,
      item: {
        id: variantIdOf(line.variantId),
        title: line.title,
        price: line.price,
        ...(line.image && { image_url: `${context.origin}${links.image(line.image.file)}` }),
      },
      quantity: line.quantity,
      totals: lineEntries(line, totals),
    })),
    currency,
    totals: totalEntries(totals, { currency, withDelivery }, context.shop),
    ...(input.buyer && { buyer: buyerOf(input.buyer, capabilities.has(CONSENT)) }),
    ...(input.echo?.['context'] !== undefined && { context: input.echo['context'] }),
    ...(input.attribution && { attribution: input.attribution }),
    ...(capabilities.has(DISCOUNT) && { discounts: discountsOf(input, view) }),
  }
}

const buyerOf = (
  { firstName, lastName, email, phone, consent }: NonNullable<SessionInput['buyer']>,
  withConsent: boolean,
) => ({
  ...(firstName !== undefined && { first_name: firstName }),
  ...(lastName !== undefined && { last_name: lastName }),
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone_number: phone }),
  ...(withConsent && consent && { consent }),
})

function discountsOf({ codes = [] }: SessionInput, { coupon, lines, totals }: SessionView) {
  if (!coupon || coupon.amount === 0) return { codes, applied: [] }
  const allocations = lines.flatMap((line, index) =>
    line.coupon > 0 ? [{ path: `$.line_items[${index}]`, amount: line.coupon }] : [],
  )
  if (totals.shippingDiscount > 0)
    allocations.push({ path: '$.totals.fulfillment', amount: totals.shippingDiscount })
  const applied = {
    code: codes[coupon.index] ?? coupon.code,
    title: `Coupon ${coupon.code}`,
    amount: coupon.amount,
    automatic: false,
    method: 'across',
    priority: 1,
    allocations,
  }
  return { codes, applied: [applied] }
}

/** The delivery part of a checkout: one method, one group. */
function fulfillmentOf(input: SessionInput, { lines, delivery }: SessionView, selected: number) {
  const lineIds = lines.map(({ id }) => id)
  const { destinations = [] } = input
  const options = delivery?.options.map(({ id, name, price, arrival }) => ({
    id,
    title: name,
    description: `Arrives ${arrival.text}`,
    earliest_fulfillment_time: `${arrival.from}T00:00:00Z`,
    latest_fulfillment_time: `${arrival.to}T23:59:59Z`,
    totals: [
      { type: 'subtotal', amount: price },
      { type: 'total', amount: price },
    ],
  }))
  return {
    methods: [
      {
        id: 'shipping',
        type: 'shipping',
        line_item_ids: lineIds,
        destinations: destinations.map((one) => ({
          id: one.id,
          ...given({
            first_name: one.firstName,
            last_name: one.lastName,
            street_address: one.street,
            extended_address: one.extended,
            address_locality: one.city,
            address_region: one.region,
            postal_code: one.postalCode,
            address_country: one.country,
            phone_number: one.phone,
          }),
        })),
        selected_destination_id: destinations[selected]?.id ?? null,
        groups: options
          ? [
              {
                id: 'package',
                line_item_ids: lineIds,
                options,
                selected_option_id: delivery?.selected ?? null,
              },
            ]
          : [],
      },
    ],
  }
}

const given = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The index of the destination to which the order goes; −1: none is chosen. */
function chosenIndex({ destinations = [], selectedDestination }: SessionInput): number {
  if (selectedDestination !== undefined) return destinations.findIndex(({ id }) => id === selectedDestination)
  return destinations.length === 1 ? 0 : -1
}

interface CheckoutParts {
  session: Session
  view: SessionView
  /** Problems beyond those of the view. */
  more: readonly Problem[]
  /** Messages that are no problems. */
  notes: readonly UcpMessage[]
  policies: readonly object[]
}

/** The body of a checkout, without the envelope. */
export function checkoutBodyOf(
  call: UcpCall,
  { session, view, more, notes, policies }: CheckoutParts,
): object {
  const { input } = session
  const withFulfillment = call.capabilities.has(FULFILLMENT)
  const problems = problemsFor(call, input, [...view.problems, ...more], session.state)
  const chosen = chosenIndex(input)
  const status = statusOf(session, view, problems)
  const continueUrl = continueUrlOf(call, session, view, status)
  const hints = session.state === 'open' ? [...couponMessages(view), ...claimMessages(input)] : []
  const messages = [...problems.map((problem) => messageOf(problem, chosen)), ...hints, ...notes]
  return {
    id: session.id,
    status,
    ...sharedParts(call, input, view, view.delivery !== undefined),
    ...(withFulfillment &&
      (input.destinations || view.delivery) && {
        fulfillment: fulfillmentOf(input, view, chosen),
      }),
    links: policies,
    messages,
    ...(session.state === 'open' && { expires_at: session.expiresAt.toISOString() }),
    ...(continueUrl !== undefined && { continue_url: continueUrl }),
    ...(view.order && {
      order: { id: view.order.number, label: view.order.serial, permalink_url: view.order.url },
    }),
  }
}

type Status = 'incomplete' | 'requires_escalation' | 'ready_for_complete' | 'completed' | 'canceled'

function statusOf({ state }: Session, { order }: SessionView, problems: readonly Problem[]): Status {
  if (order?.state === 'awaits_online_payment') return 'requires_escalation'
  if (order) return order.state === 'unpaid' ? 'canceled' : 'completed'
  if (state !== 'open') return 'canceled'
  if (problems.some(({ solvedBy }) => solvedBy === 'platform')) return 'incomplete'
  return problems.some(({ solvedBy }) => solvedBy === 'buyer') ? 'requires_escalation' : 'ready_for_complete'
}

/** Where the buyer goes on in a browser; absent once there is nothing to go on with. */
function continueUrlOf(
  { context: { origin } }: UcpCall,
  { id }: Session,
  { order }: SessionView,
  status: Status,
): string | undefined {
  if (status === 'completed' || status === 'canceled') return undefined
  return order?.paymentUrl ?? `${origin}${links.continueCheckout(id)}`
}

/**
 * The problems as this platform can solve them. Without the extension for delivery it can send no address, so that only the
 * buyer can, on the pages of the shop.
 */
function problemsFor(
  { capabilities }: UcpCall,
  { echo }: SessionInput,
  problems: readonly Problem[],
  state: Session['state'],
): Problem[] {
  if (state !== 'open') return []
  const unknownMethod = echo?.[unknownMethodKey]
  const all = [...problems, ...(typeof unknownMethod === 'string' ? [methodUnavailable(unknownMethod)] : [])]
  if (capabilities.has(FULFILLMENT)) return all
  return all.map((problem) =>
    problem.about.kind === 'destination' && problem.solvedBy === 'platform'
      ? { ...problem, solvedBy: 'buyer', text: 'Enter the delivery address on the page of the shop.' }
      : problem,
  )
}

const methodUnavailable = (type: string): Problem => ({
  code: 'invalid',
  text: `The shop delivers by shipping only, not by ${type}.`,
  about: { kind: 'delivery' },
  solvedBy: 'platform',
})
