import { createHmac } from 'node:crypto'
import { makeRazorpay } from '#server/platform/payments/razorpay/razorpay.ts'
import {
  fineMoods,
  hurriedWhenSlow,
  SLOW_MS,
  startPaymentServer,
  type Message,
  type PaymentServer,
} from './payments/payment-server.ts'
import {
  newId,
  razorpayAccount,
  razorpayKeys as keys,
  refuse,
  type Payment,
} from './payments/razorpay-account.ts'

/** A Razorpay account with its server. */
export async function razorpayServer(): Promise<PaymentServer & { keys: typeof keys; url: string }> {
  const mood = fineMoods()
  const { links, refunds, disputes, begins, find, latest, shown, route, forgetKeys } = razorpayAccount(
    (id) => `${server.url}/pay/${id}`,
  )

  const error = { code: 'SERVER_ERROR', description: 'We are facing some trouble completing your request' }
  const server = await startPaymentServer({
    mood,
    route,
    down: { status: 502, body: { error } },
    no: refuse('Razorpay will not do this').reply,
    page(id, isPaying) {
      const link = find(links, id)
      if (isPaying) pay(link.notes.order)
      return link.callback_url
    },
  })

  const put = (
    order: string,
    status: Payment['status'],
    wrong: { amount?: number; currency?: string } = {},
  ) => {
    const link = latest(order)
    if (link.status !== 'created') throw new Error(`The link is ${link.status}: nobody can pay there`)
    const { amount, currency } = { ...link, ...wrong }
    link.payment = { id: newId('pay'), status, amount, currency: currency.toUpperCase() }
    if (status === 'captured') link.status = 'paid'
  }
  const pay: PaymentServer['pay'] = (order, wrong) => put(order, 'captured', wrong)
  const paymentsOf = (order: string) =>
    links.flatMap((link) => (link.notes.order === order && link.payment ? [link.payment] : []))
  const refundsOf = (order: string) => {
    const ids = paymentsOf(order).map(({ id }) => id)
    return refunds.filter(({ payment_id: payment }) => ids.includes(payment))
  }
  const sum = (all: readonly { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0)

  return {
    ...server,
    keys,
    mood,
    currency: 'INR',
    provider: hurriedWhenSlow(
      mood,
      makeRazorpay({ ...keys, server: server.url }),
      makeRazorpay({ ...keys, server: server.url, timeoutMs: SLOW_MS }),
    ),
    closesPages: true,
    opened: (order) => links.filter(({ notes }) => notes.order === order).length,
    isOpen: (order) => latest(order).status === 'created',
    pay,
    payLater: (order) => put(order, 'authorized'),
    settle(order, worked) {
      const link = latest(order)
      if (!link.payment) throw new Error('Nobody has paid yet')
      link.payment.status = worked ? 'captured' : 'failed'
      if (worked && link.status === 'created') link.status = 'paid'
    },
    expire: (order) => void (latest(order).status = 'expired'),
    held: (order) =>
      sum(paymentsOf(order).filter(({ status }) => status === 'captured')) -
      sum(refundsOf(order).filter(({ status }) => status !== 'failed')),
    // Its payment links take the money at once.
    authorizes: false,
    authorized: () => 0,
    captures: () => [],
    expireAuthorization: () => undefined,
    forgetKeys,
    refunds: refundsOf,
    refundsBegin: (how) => void (begins.status = how === 'done' ? 'processed' : 'pending'),
    endRefund: (order, worked) => void (refundsOf(order).at(-1)!.status = worked ? 'processed' : 'failed'),
    dispute(order) {
      const { id: payment_id, amount, currency } = paymentsOf(order)[0]!
      const respond_by = Math.floor(Date.now() / 1000) + 7 * 86_400
      const reason = { reason_code: 'goods_or_services_not_received', phase: 'chargeback', respond_by }
      disputes.push({ id: newId('disp'), payment_id, amount, currency, status: 'open', ...reason })
    },
    decideDispute(order, isWon) {
      const ids = paymentsOf(order).map(({ id }) => id)
      disputes.find(({ payment_id: id }) => ids.includes(id))!.status = isWon ? 'won' : 'lost'
    },
    message(about, order, options) {
      const ids = paymentsOf(order).map(({ id }) => id)
      if (about === 'refund') return signed('refund.processed', { refund: refundsOf(order).at(-1)! }, options)
      if (about === 'dispute')
        return signed(
          'payment.dispute.created',
          { dispute: disputes.find(({ payment_id: id }) => ids.includes(id))! },
          options,
        )
      if (about === 'stranger')
        return signed('payment_link.paid', { payment_link: { id: newId('plink') } }, options)
      const { status, ...link } = shown(latest(order))
      const event = status === 'created' ? 'paid' : status
      return signed(`payment_link.${event}`, { payment_link: { ...link, status } }, options)
    },
  }
}

function signed(
  event: string,
  entities: Record<string, object>,
  { id = newId('evt'), isForeign = false } = {},
): Message {
  const payload = JSON.stringify({
    entity: 'event',
    account_id: 'acc_OfTheTests',
    event,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
    created_at: Math.floor(Date.now() / 1000),
  })
  const secret = isForeign ? 'hook of somebody' : keys.webhookSecret
  const signature = createHmac('sha256', secret).update(payload).digest('hex')
  const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id }
  return { payload, headers: { 'content-type': 'application/json', ...headers } }
}
