import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/connect.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { randomNumbers } from '../data/catalog.ts'
import { actions, isOver, nextName } from './actions.ts'
import { findFaults } from './invariants.ts'
import {
  between,
  lookAt,
  openWorld,
  placeLivingOrder,
  type LivingOrder,
  type OrderWorld,
} from './order-world.ts'

/** How many calls of a name were accepted and refused. */
export type CallCounts = Record<string, { accepted: number; refused: number }>

interface Interleavings {
  orders: number
  seed: number
  /** Steps of each order; a step is up to three calls at the same time. */
  steps?: number
}

/**
 * Lets so many orders live through random calls, four orders at a time, and checks each after every step. Afterwards the ledger and
 * reconciliation must find nothing. Throws at the first fault with the calls that led to it.
 */
export async function runInterleavings(
  db: Database,
  app: FastifyInstance,
  { orders, seed, steps = 16 }: Interleavings,
): Promise<CallCounts> {
  const world = await openWorld(db, app, randomNumbers(seed))
  const counts: CallCounts = {}
  let next = 0
  const work = async () => {
    while (next < orders) await live(world, await placeLivingOrder(world, next++), { steps, counts })
  }
  await Promise.all(Array.from({ length: 4 }, work))
  const gaps = await checkLedger(db)
  if (gaps.length > 0) throw new Error(`The ledger differs from the levels: ${JSON.stringify(gaps[0])}`)
  const found = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
  if (found.length > 0) throw new Error(`Reconciliation: ${found.map(({ message }) => message).join(' ')}`)
  return counts
}

async function live(
  world: OrderWorld,
  order: LivingOrder,
  { steps, counts }: { steps: number; counts: CallCounts },
): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const sight = await lookAt(world, order)
    if (isOver(sight) && world.random() < 0.5) return
    const calls = Array.from({ length: between(world.random, 1, 3) }, () => nextName(world.random, sight))
    await Promise.all(
      calls.map(async (name = '') => {
        const outcome = await actions[name]?.send(world, order, sight)
        if (!outcome) return
        const { status, code = '', message } = outcome
        order.log.push(`${name} ${status} ${code}`.trim())
        if (status >= 500) throw fault(order, [`${name} failed: ${message}`])
        const count = (counts[name] ??= { accepted: 0, refused: 0 })
        count[status < 300 ? 'accepted' : 'refused'] += 1
      }),
    )
    order.log.push('·')
    const faults = await findFaults(world.db, order)
    if (faults.length > 0) throw fault(order, faults)
  }
}

const fault = ({ serial, log }: LivingOrder, faults: readonly string[]) =>
  new Error(`Order ${serial}: ${faults.join('; ')}\nAfter: ${log.join(', ')}`)
