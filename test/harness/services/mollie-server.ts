import { makeMollie } from '#server/platform/payments/mollie/mollie.ts'
import {
  cents,
  euros,
  mollieAccount,
  mollieKeys as keys,
  newId,
  refuse,
  type Chargeback,
} from './payments/mollie-account.ts'
import {
  fineMoods,
  hurriedWhenSlow,
  SLOW_MS,
  startPaymentServer,
  type PaymentServer,
} from './payments/payment-server.ts'

/** A Mollie profile with its server. */
export async function mollieServer({ isNear = false } = {}): Promise<
  PaymentServer & { keys: typeof keys; url: string }
> {
  const mood = fineMoods()
  const account = mollieAccount((id) => `${server.url}/pay/${id}`, isNear)
  const { payments, chargebacks, begins, find, latest, refundsOf, capturesOf, leftOf, route } = account

  const server = await startPaymentServer({
    mood,
    route,
    down: refuse(503, 'Service Unavailable', 'Mollie is away').reply,
    no: refuse(422, 'Unprocessable Entity', 'Mollie will not do this').reply,
    page(id, isPaying) {
      const { metadata, redirectUrl } = find(payments, id)
      if (isPaying) pay(metadata.order)
      return redirectUrl
    },
  })

  const pay: PaymentServer['pay'] = (order, { amount, currency } = {}) => {
    const payment = latest(order)
    if (payment.status !== 'open') throw new Error(`The payment is ${payment.status}: nobody can pay there`)
    payment.status = payment.captureMode === 'manual' ? 'authorized' : 'paid'
    if (payment.status === 'authorized')
      payment.captureBefore = new Date(Date.now() + 7 * 86_400_000).toISOString()
    payment.amount = {
      currency: currency?.toUpperCase() ?? payment.amount.currency,
      value: amount === undefined ? payment.amount.value : euros(amount),
    }
  }
  const ofOrder = (order: string) => payments.filter(({ metadata }) => metadata.order === order)
  const refunds = (order: string) => ofOrder(order).flatMap(({ id }) => refundsOf(id))

  return {
    ...server,
    keys,
    mood,
    currency: 'EUR',
    provider: hurriedWhenSlow(
      mood,
      makeMollie({ ...keys, server: server.url }),
      makeMollie({ ...keys, server: server.url, timeoutMs: SLOW_MS }),
    ),
    closesPages: false,
    opened: (order) => ofOrder(order).length,
    isOpen: (order) => latest(order).status === 'open',
    pay,
    payLater: (order) => void (latest(order).status = 'pending'),
    settle: (order, worked) => void (latest(order).status = worked ? 'paid' : 'failed'),
    expire: (order) => void (latest(order).status = 'expired'),
    held: (order) =>
      ofOrder(order)
        .filter(({ status }) => status === 'paid')
        .reduce((sum, payment) => sum + leftOf(payment), 0),
    authorizes: true,
    authorized: (order) => (latest(order).status === 'authorized' ? cents(latest(order).amount) : 0),
    captures: (order) =>
      ofOrder(order)
        .flatMap(({ id }) => capturesOf(id))
        .filter(({ status }) => status === 'succeeded')
        .map(({ amount }) => cents(amount)),
    expireAuthorization: (order) => void (latest(order).status = 'expired'),
    captureSlowly: {
      begin: (how) => void (account.capturesBegin.status = how === 'done' ? 'succeeded' : 'pending'),
      end(order, worked) {
        const payment = latest(order)
        capturesOf(payment.id).at(-1)!.status = worked ? 'succeeded' : 'failed'
        if (worked) payment.status = 'paid'
      },
    },
    forgetKeys: account.forgetKeys,
    refunds: (order) => refunds(order).map(({ id, amount }) => ({ id, amount: cents(amount) })),
    refundsBegin: (how) => void (begins.status = how === 'done' ? 'refunded' : 'pending'),
    endRefund: (order, worked) => void (refunds(order).at(-1)!.status = worked ? 'refunded' : 'failed'),
    dispute(order) {
      const { id: paymentId, amount } = latest(order)
      const reason = { code: 'AM04', description: 'The customer does not know the payment' }
      const made: Chargeback = {
        resource: 'chargeback',
        id: newId('chb'),
        paymentId,
        amount,
        reason,
        reversedAt: null,
      }
      chargebacks.push(made)
    },
    decideDispute(order, isWon) {
      const { id } = latest(order)
      chargebacks.find(({ paymentId }) => paymentId === id)!.reversedAt = isWon
        ? new Date().toISOString()
        : null
    },
    message(about, order) {
      const id = about === 'stranger' ? newId('tr') : latest(order).id
      return { payload: `id=${id}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    },
  }
}
