import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { correctGiftCard, issueGiftCard } from '#contract/credit/gift-card.ts'
import { checkGiftCard } from '#contract/credit/checkout-credit.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { cancelOrder, placeOrder } from '#contract/orders/order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import type { Database } from '#server/db/connect.ts'
import { processRefunds } from '#server/modules/orders/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { fixedPayments } from '../app/fixed-payments.ts'
import { authSecret } from '../data/paid-order.ts'
import { checkoutForm } from '../data/order.ts'
import { client, type Client, type Outcome } from '../people/client.ts'

interface CreditRace {
  app: FastifyInstance
  db: Database
  staff: Client
  /** A product of 500.00 with stock for all orders. */
  cup: number
}

/** How often each call was accepted, and how many were refused. */
export type CreditRaces = Record<
  'placed' | 'repeated' | 'cancelled' | 'refunded' | 'edited' | 'corrected' | 'refused',
  number
>

/** mulberry32: the same numbers for the same seed. */
function numbers(state: number) {
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

const CARDS = 3
const AT_ONCE = 6

/** Refusals that a race may cause. */
const expected = new Set([
  'credit_changed',
  'gift_card_refused',
  'exceeds_balance',
  'exceeds_paid',
  'amount_due',
  'already_cancelled',
  'wrong_status',
  'order_refunded',
  'paid_in_part',
  'invalid_input',
])

/**
 * In each round six calls at once: orders with up to three of three cards, the same order twice, cancellations, refunds to where the
 * money came from or to a new card, edits and corrections. Throws if a call fails otherwise, or the ledger does not add up.
 */
export async function raceCredit(
  { app, db, staff, cup }: CreditRace,
  { rounds, seed }: { rounds: number; seed: number },
): Promise<CreditRaces> {
  const pick = numbers(seed)
  const outcomes: CreditRaces = {
    placed: 0,
    repeated: 0,
    cancelled: 0,
    refunded: 0,
    edited: 0,
    corrected: 0,
    refused: 0,
  }
  const shopper = client(app)
  const keyed = (key = randomUUID()) => ({ 'idempotency-key': key })
  const cards: { id: number; pass: string }[] = []
  for (let n = 0; n < CARDS; n++) {
    const issued = await staff.send(issueGiftCard, { amount: 2000, reason: 'Race' })
    const { id, code } = issued.answer.data
    cards.push({ id, pass: (await shopper.send(checkGiftCard, { code: code ?? '' })).answer.data.pass })
  }
  const orders: { number: string; accessToken: string }[] = []
  const count = (what: keyof CreditRaces, { status, code, message }: Outcome) => {
    if (status < 300) outcomes[what]++
    else if (expected.has(code ?? '')) outcomes.refused++
    else throw new Error(`${what}: ${status} ${code}: ${message}`)
    return status < 300
  }

  const place = async () => {
    const giftCards = cards.filter(() => pick(2) === 1).map(({ pass }) => pass)
    if (pick(2)) giftCards.reverse()
    const items = [{ productid: cup, quantity: 1 + pick(3) }]
    const input = { ...checkoutForm, paymentMethod: pick(2) ? 'cod' : 'bank_transfer', items, giftCards }
    const [key, who] = [randomUUID(), client(app)]
    const placed = await who.send(placeOrder, input, keyed(key))
    if (!count('placed', placed)) return
    const { number, accessToken } = placed.answer.data
    orders.push({ number, accessToken })
    if (pick(4) > 0) return
    const again = await who.send(placeOrder, input, keyed(key))
    if (again.answer.data.number !== number) throw new Error('A repeated order was placed twice')
    outcomes.repeated++
  }
  const some = () => orders[orders.length - 1 - pick(Math.min(8, orders.length))]
  const cancel = async () => {
    const one = some()
    if (one) count('cancelled', await client(app).send(cancelOrder, one))
  }
  const refund = async () => {
    const one = some()
    const to = pick(4) === 0 ? 'gift_card' : 'original'
    if (one)
      count(
        'refunded',
        await staff.send(refundOrder, { number: one.number, amount: 1 + pick(600), to }, keyed()),
      )
  }
  const edit = async () => {
    const one = some()
    const lines = [{ lineId: 1, quantity: 1 + pick(3) }]
    if (one) count('edited', await staff.send(editOrderLines, { number: one.number, lines }))
  }
  const correct = async () => {
    const { id } = cards[pick(CARDS)] ?? { id: 0 }
    const change = pick(3) === 0 ? -(1 + pick(400)) : 1 + pick(900)
    count('corrected', await staff.send(correctGiftCard, { id, change, reason: 'Race' }, keyed()))
  }
  const runRefunds = async () => {
    await sql`update refund set due_at = now() where status = 'waiting'`.execute(db)
    await processRefunds(db, { online: fixedPayments([]), keyedHash: keyedHash(authSecret) })
  }
  const actions = [place, place, place, cancel, refund, edit, correct, runRefunds]
  for (let round = 0; round < rounds; round++)
    await Promise.all(Array.from({ length: AT_ONCE }, async () => actions[pick(actions.length)]?.()))
  return outcomes
}
