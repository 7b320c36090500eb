import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import {
  cancelOrderAsStaff,
  fulfilOrder,
  getAdminOrder,
  type AdminOrder,
} from '#contract/orders/admin-order.ts'
import { editOrderLines, markOrderPaid, undoOrderEdit } from '#contract/orders/edit-order.ts'
import type { Database } from '#server/db/connect.ts'
import { randomNumbers } from '../data/catalog.ts'
import { variantsOf, type Goods } from '../data/goods.ts'
import { cardOrder, type CardOrder } from '../data/paid-order.ts'
import { staffWith } from '../people/account.ts'
import type { Client } from '../people/client.ts'
import type { StripeServer } from '../services/stripe-server.ts'

interface Shop {
  db: Database
  app: FastifyInstance
  stripe: StripeServer
  goods: Goods
}

interface Race {
  staff: Client
  one: CardOrder
  shown: AdminOrder
  /** A variant that all orders want, with fewer units than they want. */
  rare: number
  stripe: StripeServer
  /** The payment pages that the shop has answered. Nobody can pay on another one. */
  pages: Set<string>
  random(): number
}

/** How many calls of a name were accepted and refused. */
export type RaceCounts = Record<string, { accepted: number; refused: number }>

interface Outcome {
  status: number
  code?: string | undefined
}

/** Undefined: it had nothing to do. */
type Call = (race: Race) => Promise<Outcome | undefined> | undefined

const key = () => ({ 'idempotency-key': randomUUID() })
const upTo = (random: () => number, most: number) => Math.floor(random() * (most + 1))

/** Sessions at the provider stay where they are while the shop looks away. */
const done = { status: 200 }

/** The payment page of what is due; null: nothing is. */
async function openPage({ one, pages }: Race) {
  const { status, code, answer } = await one.payNow()
  const url = status === 200 ? answer.data.paymentUrl : null
  if (url !== null) pages.add(url)
  return { status, code, url }
}

const calls: readonly (readonly [name: string, weight: number, call: Call])[] = [
  [
    'edit',
    6,
    ({ staff, one: { number }, rare, random }) =>
      staff.send(editOrderLines, {
        number,
        lines: [
          { lineId: 1, quantity: 1 + upTo(random, 4) },
          ...(random() < 0.5 ? [{ variantid: rare, quantity: upTo(random, 2) }] : []),
        ],
      }),
  ],
  [
    'undo',
    3,
    ({ staff, one: { number }, shown }) => {
      const revision = shown.revisions.findLast(({ isUndone }) => !isUndone)
      return revision && staff.send(undoOrderEdit, { number, id: revision.id }, key())
    },
  ],
  [
    'open page',
    2,
    async (race) => {
      const { status, code, url } = await openPage(race)
      return status === 200 && url === null ? undefined : { status, code }
    },
  ],
  [
    'pay',
    5,
    async (race) => {
      const { one, stripe, pages } = race
      const opened = await openPage(race)
      if (opened.status >= 500) return opened
      const page = stripe.session(one.number)
      const pays = page.status === 'open' && pages.has(page.url)
      if (pays) one.pay()
      const status = await one.event()
      // A message about a page that was not paid counts only if it fails.
      return pays || status >= 300 ? { status } : undefined
    },
  ],
  [
    'mark paid',
    2,
    ({ staff, one: { number }, shown: { due } }) =>
      due > 0 ? staff.send(markOrderPaid, { number, amount: due }, key()) : undefined,
  ],
  ['ship', 1, ({ staff, one: { number } }) => staff.send(fulfilOrder, { number })],
  ['cancel', 0.5, ({ staff, one: { number } }) => staff.send(cancelOrderAsStaff, { number })],
  ['poll', 2, ({ one }) => one.poll().then(() => done)],
  ['refund', 1, ({ one }) => one.refund().then(() => done)],
]

const weights = calls.reduce((sum, [, weight]) => sum + weight, 0)

function pickCall(random: () => number) {
  let left = random() * weights
  return calls.find(([, weight]) => (left -= weight) < 0) ?? calls[0]
}

/**
 * Lets that many orders, paid by card, be edited, paid, undone, shipped and cancelled at the same time, four orders at once. After
 * each step the money of an order, its stock and the provider must agree. Throws at the first fault with the calls before it.
 */
export async function raceEdits(
  { db, app, stripe, goods }: Shop,
  { rounds, seed }: { rounds: number; seed: number },
): Promise<RaceCounts> {
  const random = randomNumbers(seed)
  const { browser: staff } = await staffWith(db, app, ['orders', 'refunds'])
  const productid = await goods.add('Rare', { variants: [{ price: 45_000, stock: Math.ceil(rounds / 3) }] })
  const [rare = 0] = await variantsOf(db, productid)
  const counts: RaceCounts = {}
  let next = 0
  const work = async () => {
    while (next++ < rounds) {
      const one = await cardOrder({ app, db, stripe, goods })
      one.pay()
      await one.event()
      await live(db, { staff, one, rare, stripe, random, pages: new Set() }, counts)
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return counts
}

async function live(db: Database, race: Omit<Race, 'shown'>, counts: RaceCounts): Promise<void> {
  const { staff, one, random, stripe } = race
  const log: string[] = []
  // Something is due from the start, so that payments race with the changes.
  await staff.send(editOrderLines, { number: one.number, lines: [{ lineId: 1, quantity: 3 }] })
  for (let step = 0; step < 5; step++) {
    const shown = (await staff.send(getAdminOrder, { number: one.number })).answer.data
    const chosen = Array.from({ length: 2 + upTo(random, 2) }, () => pickCall(random))
    await Promise.all(
      chosen.map(async (picked) => {
        const [name, , call] = picked ?? ['edit', 1, () => undefined]
        const outcome = await call({ ...race, shown })
        if (!outcome) return
        log.push(`${name} ${outcome.status} ${outcome.code ?? ''}`.trim())
        if (outcome.status >= 500) throw new Error(`${name} failed with ${outcome.status}: ${log.join(', ')}`)
        const count = (counts[name] ??= { accepted: 0, refused: 0 })
        count[outcome.status < 300 ? 'accepted' : 'refused'] += 1
      }),
    )
    log.push('·')
    await requireSound(db, one, log)
  }
  await one.poll()
  // Another order may have claimed a refund of this one, and still be sending it.
  while (await hasUnsentRefund(db, one.id)) await one.refund()
  await requireSound(db, one, log)
  const { paid, refunded } = await one.outcome()
  const byHand = await sumPaidByHand(db, one.id)
  const held = stripe.held(one.number)
  if (paid - refunded !== held + byHand)
    throw new Error(
      `The shop has ${paid - refunded}, the provider ${held}, by hand ${byHand}: ${log.join(', ')}`,
    )
}

async function hasUnsentRefund(db: Database, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from refund r join payment p on p.config_id = r.config_id and p.id = r.payment_id
    where r.order_id = ${orderId} and r.status = 'waiting' and p.charge is not null`.execute(db)
  return rows.length > 0
}

/** The payments that staff have received, without what was refunded of them. */
async function sumPaidByHand(db: Database, orderId: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(p.amount - coalesce((
      select sum(r.amount) from refund r where r.payment_id = p.id and r.status <> 'failed'), 0)), 0)::int as amount
    from payment p where p.order_id = ${orderId} and p.status = 'paid' and p.charge is null`.execute(db)
  return rows[0]?.amount ?? 0
}

interface StoredMoney {
  status: string
  total: number
  lines: number
  paid: number
  payments: number
  refunded: number
  refunds: number
  excess: number
  due: number
  waiting: number
  overdrawn: number
}

/** Amounts of an order that must agree after every call. */
async function requireSound(db: Database, { id }: CardOrder, log: readonly string[]): Promise<void> {
  const { rows } = await sql<StoredMoney>`
    select o.status, o.total::int, (o.shipping_total + (select sum(l.total) from order_line l where l.order_id = o.id))::int as lines,
      o.paid::int, coalesce((select sum(amount) from payment where order_id = o.id and status = 'paid'), 0)::int as payments,
      o.refunded::int, coalesce((
        select sum(amount) from refund where order_id = o.id and status <> 'failed' and currency is null), 0)::int as refunds,
      o.excess_refunded::int as excess, (o.total - o.paid + o.excess_refunded)::int as due,
      coalesce((select sum(amount) from payment where order_id = o.id and status = 'waiting'
        and amount = o.total - o.paid + o.excess_refunded), 0)::int as waiting,
      (select count(*)::int from payment p where p.order_id = o.id and p.status = 'paid' and p.amount < coalesce((
        select sum(r.amount) from refund r where r.payment_id = p.id and r.status <> 'failed'), 0)) as overdrawn
    from shop_order o where o.id = ${id}`.execute(db)
  const [money] = rows
  if (!money) throw new Error('The order is gone')
  const { status, total, lines, paid, payments, refunded, refunds, excess, due, waiting, overdrawn } = money
  const isSound =
    total === lines &&
    paid === payments &&
    refunded === refunds &&
    excess <= refunded &&
    refunded <= paid &&
    due >= 0 &&
    overdrawn === 0 &&
    (status !== 'confirmed' || waiting === due) &&
    (status !== 'shipped' || due === 0) &&
    (status !== 'cancelled' || refunded === paid)
  if (!isSound) throw new Error(`${JSON.stringify(money)}\nAfter: ${log.join(', ')}`)
}
