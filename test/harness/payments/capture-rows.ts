import type { Mood } from '../services/payments/payment-server.ts'
import type { MatrixOrder } from './matrix-order.ts'
import { authorized, ended, shippedAndPaid, waiting, type Outcome } from './outcomes.ts'
import { requireEqual, times, type PaymentRow } from './payment-row.ts'

const unless = 'Razorpay takes the money of a payment link at once'

/** The ends of a row at the providers that can reserve money. */
const at = (
  end: Outcome,
  others: { paypal?: Outcome; stripe?: Outcome | undefined; mollie?: Outcome } = {},
) => ({
  stripe: end,
  paypal: end,
  mollie: end,
  ...others,
  razorpay: undefined,
})

/** A row of a shop that takes the money when it ships. */
const later = (name: string, ends: PaymentRow['ends'], steps: PaymentRow['steps']): PaymentRow => ({
  name,
  ends,
  steps,
  isLater: true,
  unless,
})

const releasedAtCancel: Outcome = { ...ended, emails: ['confirmed', 'cancelled'] }
const shippedInParts: Outcome = { ...shippedAndPaid, emails: ['confirmed', 'partly_shipped', 'shipped'] }

const taking: readonly PaymentRow[] = [
  later('authorised, event, return: nothing is taken', at(authorized), async ({ payAndKnow, back }) => {
    await payAndKnow()
    requireEqual((await back()).answer.data, { status: 'confirmed', paymentUrl: null })
  }),
  later(
    'authorised, without an event or a return: a poll',
    at(authorized),
    ({ pay, poll }) => (pay(), poll()),
  ),
  later(
    'authorised, and events, returns and polls 8 times at once',
    at(authorized),
    ({ pay, event, back, poll }) => (
      pay(),
      Promise.all([times(3, () => event()), times(3, back), times(2, poll)])
    ),
  ),
  later('authorised and shipped: captured once', at(shippedAndPaid), async ({ payAndKnow, ship }) => {
    await payAndKnow()
    requireEqual(await ship(), 200)
  }),
  later('shipped by four at once: captured once', at(shippedAndPaid), async ({ payAndKnow, ship }) => {
    await payAndKnow()
    const answers = await times(4, () => ship())
    // The answer of a process that is killed is lost.
    requireEqual(answers.filter((answer) => answer === 200).length <= 1, true)
  }),
  later(
    'shipped in parts: each is captured, or all of it with the first',
    at(shippedInParts),
    async (order) => {
      const { server, number, payAndKnow, ship } = order
      await payAndKnow()
      requireEqual(await ship(1), 201)
      requireEqual(server.held(number), server.provider.id === 'paypal' ? 100_000 : 200_000)
      requireEqual(await ship(1), 201)
      requireEqual(server.captures(number), server.provider.id === 'paypal' ? [100_000, 100_000] : [200_000])
    },
  ),
  later('captured by staff, then shipped', at(shippedAndPaid), async ({ payAndKnow, captureNow, ship }) => {
    await payAndKnow()
    await times(2, captureNow)
    requireEqual(await ship(), 200)
  }),
  later(
    'a lower total before shipping: less is captured',
    at({
      ...shippedAndPaid,
      // With the charge for a delivery of less than 1,500.00.
      paid: 109_900,
      held: 109_900,
      stock: [4, 4],
      emails: ['confirmed', 'edited', 'shipped'],
    }),
    async ({ payAndKnow, edit, ship }) => {
      await payAndKnow()
      requireEqual(await edit(1), 200)
      requireEqual(await ship(), 200)
    },
  ),
  later(
    'captured, shipped, and refunded in part',
    at({ ...shippedAndPaid, refunded: 50_000, held: 150_000, emails: ['confirmed', 'shipped', 'refunded'] }),
    async ({ payAndKnow, ship, refundPart, refund }) => {
      await payAndKnow()
      requireEqual(await ship(), 200)
      await refundPart(500)
      await refund()
    },
  ),
]

const givingBack: readonly PaymentRow[] = [
  later('cancelled before shipping: released, nothing is refunded', at(releasedAtCancel), async (order) => {
    await order.payAndKnow()
    await order.cancel()
    requireEqual(await order.reserved(), 0)
  }),
  later('cancelled while the provider is down: released later', at(releasedAtCancel), async (order) => {
    await order.payAndKnow()
    order.server.mood.release = 'down'
    await order.cancel()
    await order.poll()
    order.server.mood.release = 'fine'
  }),
  later('cancelled, and then authorised: released', at({ ...ended }), async (order) => {
    // The page of Mollie stays, and PayPal reserves nothing without the shop.
    order.pay()
    order.server.mood.look = 'down'
    await order.cancel()
    order.server.mood.look = 'fine'
    await order.poll()
  }),
  later(
    'captured, and then cancelled: refunded',
    at({
      ...releasedAtCancel,
      paid: 200_000,
      refunded: 200_000,
      emails: ['confirmed', 'cancelled', 'refunded'],
    }),
    async (order) => {
      await order.payAndKnow()
      requireEqual(await order.captureNow(), 200)
      await order.cancel()
      await order.refund()
    },
  ),
  later(
    'released by staff: due again, and nothing ships',
    at(authorized),
    async ({ payAndKnow, release, ship }) => {
      await payAndKnow()
      requireEqual(await release(), 200)
      requireEqual(await ship(), '409 amount_due')
    },
  ),
  later('a wrong amount is authorised: given back', at({ ...ended }), async ({ server, number, event }) => {
    server.pay(number, { amount: 100 })
    await event()
  }),
  later(
    'the authorisation expires: due again, and nothing ships',
    at({ ...authorized, emails: ['confirmed', 'edited'] }),
    async (order) => {
      await order.payAndKnow()
      order.server.expireAuthorization(order.number)
      await order.poll()
      requireEqual(await order.reserved(), 0)
      requireEqual(await order.ship(), '409 amount_due')
    },
  ),
]

const captureFails = (mood: Mood): PaymentRow =>
  later(
    `the provider is ${mood} at the capture: nothing ships, and it is taken once`,
    at(shippedAndPaid),
    async (order) => {
      const { server, payAndKnow, ship, poll, seen } = order
      await payAndKnow()
      server.mood.capture = mood
      requireEqual(await ship(), '409 capture_pending')
      requireEqual((await seen()).status, 'confirmed')
      server.mood.capture = 'fine'
      server.forgetKeys()
      await poll()
      requireEqual(await ship(), 200)
    },
  )

const cancelledThen = (mood: Mood, end: Outcome): PaymentRow =>
  later(`the capture is ${mood}, and the order is cancelled`, at(end), async (order) => {
    await order.payAndKnow()
    order.server.mood.capture = mood
    // Not by shipping: a shipment that is repeated because its process was killed may find the money taken, and ship.
    await order.captureNow()
    await order.cancel()
    order.server.mood.capture = 'fine'
    // First the reserve is released, then the provider says what has become of the capture.
    await order.poll()
    await order.poll()
    await order.refund()
  })

const slowBank = (worked: boolean): PaymentRow => ({
  ...later(
    `a bank decides days after the capture, and ${worked ? 'pays' : 'does not pay'}`,
    {
      stripe: undefined,
      razorpay: undefined,
      // PayPal takes nothing more of an authorisation whose last capture was declined.
      paypal: worked ? shippedAndPaid : { ...authorized, emails: ['confirmed', 'edited'] },
      mollie: worked ? shippedAndPaid : authorized,
    },
    async ({ server, number, payAndKnow, ship, poll }: MatrixOrder) => {
      const slowly = server.captureSlowly!
      slowly.begin('processing')
      await payAndKnow()
      requireEqual(await ship(), '409 capture_pending')
      slowly.begin('done')
      slowly.end(number, worked)
      await poll()
      if (worked) requireEqual(await ship(), 200)
    },
  ),
  unless: 'Stripe and Razorpay decide at once',
})

const failing: readonly PaymentRow[] = [
  ...(['down', 'dead', 'slow', 'lost', 'nonsense'] as const).map(captureFails),
  later(
    'the capture is refused: nothing ships, and it can be tried again',
    at(shippedAndPaid),
    async (order) => {
      await order.payAndKnow()
      order.server.mood.capture = 'no'
      requireEqual(await order.ship(), '409 capture_failed')
      requireEqual((await order.seen()).status, 'confirmed')
      order.server.mood.capture = 'fine'
      requireEqual(await order.ship(), 200)
    },
  ),
  later(
    'the authorisation has expired at the capture: nothing ships',
    at({ ...authorized, emails: ['confirmed', 'edited'] }),
    async ({ server, number, payAndKnow, ship, poll }) => {
      await payAndKnow()
      server.expireAuthorization(number)
      requireEqual(await ship(), '409 capture_failed')
      await poll()
      requireEqual(await ship(), '409 amount_due')
    },
  ),
  cancelledThen('lost', {
    ...releasedAtCancel,
    paid: 200_000,
    refunded: 200_000,
    emails: ['confirmed', 'cancelled', 'refunded'],
  }),
  cancelledThen('down', releasedAtCancel),
  ...[true, false].map(slowBank),
  later('nothing is authorised: nothing is captured', at(waiting), async ({ captureNow, ship }) => {
    requireEqual(await captureNow(), 409)
    requireEqual(await ship(), '409 wrong_status')
  }),
]

/** Money that is authorised at the order and captured at shipping. */
export const captureRows: readonly PaymentRow[] = [...taking, ...givingBack, ...failing]
