import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/connect.ts'
import {
  deleteOrderDraft,
  placeDraft,
  releaseOrderDraft,
  updateOrderDraft,
} from '#contract/orders/manual-order.ts'
import { placeOrder } from '#contract/orders/order.ts'
import type { Client } from '../people/client.ts'
import { checkoutForm, manualOrder, manualOrderForm } from '../data/order.ts'
import { addProducts } from './order-races.ts'

interface DraftRace {
  db: Database
  /** Staff with the permission for orders. */
  staff: Client
  shopper: Client
  expireHolds(): Promise<number>
}

/** Units of the variant, and of its draft, in each round. */
const STOCK = 5
const HELD = 3

/** What came of the rounds. */
export interface DraftRaces {
  placed: number
  expired: number
  deleted: number
  bought: number
}

/**
 * In each round a draft holds 3 of 5 units and its time ends. At once: the job ends the hold (twice), staff place it (twice),
 * save, release and delete it, and shoppers buy units. Throws if units were lost or doubled, or a call failed otherwise.
 */
export async function raceHolds(race: DraftRace, rounds: number): Promise<DraftRaces> {
  const { db } = race
  const outcomes: DraftRaces = { placed: 0, expired: 0, deleted: 0, bought: 0 }
  const products = await addProducts(db, rounds, STOCK)
  for (const [round, productid] of products.entries()) {
    const { id: variantId } = await db
      .selectFrom('variant')
      .select('id')
      .where('config_id', '=', 1)
      .where('product_id', '=', productid)
      .executeTakeFirstOrThrow()
    await runRound(race, { round, productid, variantId }, outcomes)
  }
  return outcomes
}

interface Round {
  round: number
  productid: number
  variantId: number
}

async function runRound(
  { db, staff, shopper, expireHolds }: DraftRace,
  { round, productid, variantId }: Round,
  outcomes: DraftRaces,
): Promise<void> {
  const items = [{ variantid: variantId, quantity: HELD }]
  const holdUntil = new Date(Date.now() + 3_600_000).toISOString()
  const made = await manualOrder(staff, { items, state: 'draft', holdUntil })
  requireStatus([made], [201])
  const { number } = made.answer.data
  await requireLevel(db, variantId, { on_hand: STOCK, available: STOCK - HELD })
  // Every other draft is placed in time.
  if (round % 2 === 0)
    await db
      .updateTable('order_draft')
      .set({ held_until: new Date(Date.now() - 1) })
      .where('number', '=', number)
      .execute()
  const { state: _state, ...form } = manualOrderForm
  const request = { ...form, number, items: [{ variantid: variantId, quantity: 1 + (round % STOCK) }] }
  const buy = () =>
    shopper.send(
      placeOrder,
      { ...checkoutForm, items: [{ productid, quantity: 1 + (round % 2) }] },
      { 'idempotency-key': randomUUID() },
    )
  const remove = () => staff.send(deleteOrderDraft, { number })
  const [expired, placed, changed, removed, bought] = await Promise.all([
    Promise.all([expireHolds(), expireHolds()]),
    Promise.all([0, 1].map(() => staff.send(placeDraft, { number }, { 'idempotency-key': randomUUID() }))),
    Promise.all([
      staff.send(updateOrderDraft, request),
      ...(round % 3 === 0 ? [staff.send(releaseOrderDraft, { number })] : []),
    ]),
    Promise.all(round % 5 === 0 ? [remove()] : []),
    Promise.all([buy(), buy()]),
  ])
  // 503: on a busy machine a call waits too long for a lock, and changes nothing.
  requireStatus([...placed, ...changed, ...removed], [200, 404, 409, 503])
  requireStatus(bought, [201, 409, 503])
  const orders = placed.filter(({ status }) => status === 200).length
  if (orders > 1) throw new Error(`Draft ${number} made ${orders} orders`)
  if (expired[0] + expired[1] > 1)
    throw new Error(`The hold of ${number} ended ${expired[0] + expired[1]} times`)
  outcomes.placed += orders
  outcomes.expired += expired[0] + expired[1]
  outcomes.bought += bought.filter(({ status }) => status === 201).length
  await requireUnits(db, { number, productid, variantId })
  const deletions = [...removed, await remove()].filter(({ status }) => status === 200).length
  if (orders + deletions !== 1)
    throw new Error(`Draft ${number} was placed ${orders} and deleted ${deletions} times`)
  outcomes.deleted += deletions
  await requireUnits(db, { number, productid, variantId })
}

/** All units are on hand or sold; those on hand are available or held by the draft. */
async function requireUnits(
  db: Database,
  { number, productid, variantId }: { number: string; productid: number; variantId: number },
): Promise<void> {
  const [lines, draft] = await Promise.all([
    db.selectFrom('order_line').select('quantity').where('product_id', '=', productid).execute(),
    db.selectFrom('order_draft').select('held').where('number', '=', number).executeTakeFirst(),
  ])
  const sold = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const held = ((draft?.held ?? []) as unknown as { quantity: number }[]).reduce(
    (sum, { quantity }) => sum + quantity,
    0,
  )
  await requireLevel(db, variantId, { on_hand: STOCK - sold, available: STOCK - sold - held })
}

async function requireLevel(
  db: Database,
  variantId: number,
  expected: { on_hand: number; available: number },
): Promise<void> {
  const level = await db
    .selectFrom('stock_level')
    .select(['on_hand', 'available'])
    .where('variant_id', '=', variantId)
    .executeTakeFirstOrThrow()
  if (level.on_hand === expected.on_hand && level.available === expected.available) return
  throw new Error(`The stock is ${JSON.stringify(level)} instead of ${JSON.stringify(expected)}`)
}

function requireStatus(
  answers: readonly { status: number; message?: string; code?: string }[],
  allowed: readonly number[],
): void {
  const other = answers.find(({ status }) => !allowed.includes(status))
  if (other) throw new Error(`A call was answered ${other.status} ${other.code}: ${other.message}`)
}
