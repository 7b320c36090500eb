import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** What came back of an order line. */
export interface UnitsBack {
  /** Restocked by refunds, also of units that never left. */
  refunds: number
  /** Restocked or found damaged by returns. */
  returns: number
}

const NOTHING: UnitsBack = { refunds: 0, returns: 0 }

/** What came back of the lines of an order, by position. */
export async function sumUnitsBack(
  db: Database,
  shopId: number,
  orderId: number,
): Promise<(position: number) => UnitsBack> {
  const { rows } = await sql<UnitsBack & { position: number }>`
    select position, sum(refunds)::int as refunds, sum(returns)::int as returns from (
      select position, restocked as refunds, 0 as returns from refund_line
      where config_id = ${shopId} and order_id = ${orderId}
      union all
      select position, 0, restocked + damaged from order_return_line
      where config_id = ${shopId} and order_id = ${orderId}
    ) back group by position`.execute(db)
  const byPosition = new Map(rows.map(({ position, ...back }) => [position, back]))
  return (position) => byPosition.get(position) ?? NOTHING
}

/**
 * The units of a line that have left the shop and not come back. A refund takes units that have not shipped first. An order that
 * was returned as a whole, and maybe refunded since, has nothing outside.
 */
export function unitsOutside(
  { stock_restored: isSettled }: { stock_restored: boolean | null },
  { quantity, shipped_quantity: shipped }: { quantity: number; shipped_quantity: number },
  { refunds, returns }: UnitsBack,
): number {
  if (isSettled !== null) return 0
  const restockedAfterShipping = Math.max(0, refunds - (quantity - shipped))
  return Math.max(0, shipped - restockedAfterShipping - returns)
}
