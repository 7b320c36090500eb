import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/journal/index.ts'
import { markPaid } from '#server/modules/payments/index.ts'
import { addEvent } from './order.writes.ts'

/** The money that an order, locked, was waiting for is there. Nothing happens where it waits for none. */
export async function receiveMoney(
  tx: Transaction,
  { configId, actor }: WriteContext,
  { id }: { id: number },
): Promise<void> {
  const amount = await markPaid(tx, configId, id)
  if (amount === undefined) return
  await sql`
    update shop_order set paid = paid + ${amount} where config_id = ${configId} and id = ${id}`.execute(tx)
  await addEvent(tx, configId, id, actor, { kind: 'paid', isPublic: true })
}
