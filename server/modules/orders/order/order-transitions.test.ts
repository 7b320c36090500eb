import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { orderStatuses, type OrderStatus } from '#contract/orders/order.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { newOrder } from '#test/harness/data/coupon.ts'
import { requireTransition, type Transition } from './order.rules.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

const all: Record<Transition, true> = {
  confirm: true,
  ship: true,
  deliver: true,
  cancel: true,
  return: true,
  refund: true,
}
const statuses: readonly OrderStatus[] = orderStatuses
const pairs = statuses.flatMap((from) => statuses.filter((to) => to !== from).map((to) => `${from} → ${to}`))

function allowedByRules(from: OrderStatus): OrderStatus[] {
  return (Object.keys(all) as Transition[]).flatMap((transition) => {
    try {
      const order = { serial: 'TEST', status: from, payment_method: 'stripe', deposit: 0 }
      return [requireTransition(transition, order)]
    } catch {
      return []
    }
  })
}

/** Tries the move on a row of its own, and undoes it. */
async function isAllowedByDatabase(from: OrderStatus, to: OrderStatus): Promise<boolean> {
  const reserved = (status: OrderStatus) => (status === 'pending' ? new Date() : null)
  const undo = new Error('Undo')
  const attempt = db.transaction().execute(async (tx) => {
    const id = await newOrder(tx, { status: from, reserved_until: reserved(from) })
    await sql`update shop_order set status = ${to}, reserved_until = ${reserved(to)} where id = ${id}`.execute(
      tx,
    )
    throw undo
  })
  const error: unknown = await attempt.catch((reason: unknown) => reason)
  if (error === undo) return true
  expect(error).toMatchObject({ message: `An order that is ${from} cannot become ${to}` })
  return false
}

it('allows the same moves between order states in code and in the database', async () => {
  const byRules = statuses.flatMap((from) => allowedByRules(from).map((to) => `${from} → ${to}`))
  const byDatabase: string[] = []
  for (const pair of pairs) {
    const [from, to] = pair.split(' → ') as [OrderStatus, OrderStatus]
    if (await isAllowedByDatabase(from, to)) byDatabase.push(pair)
  }
  expect(byDatabase.toSorted()).toEqual(byRules.toSorted())
  expect(pairs).toHaveLength(42)
  expect(byDatabase).toHaveLength(11)
})
