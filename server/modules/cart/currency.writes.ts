import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { MAX_PRICE } from '#server/modules/pricing/index.ts'

/** Multiplies the prices at which lines were added by 10^`exponent`, so that no line says that its price has changed. */
export async function convertCarts(tx: Transaction, shopId: number, exponent: number): Promise<void> {
  for (const table of ['cart_line', 'saved_line'] as const) {
    await sql`
      update ${sql.table(table)}
      set price_at_add = least(${MAX_PRICE}, round(price_at_add * power(10::numeric, ${exponent})))
      where config_id = ${shopId}`.execute(tx)
  }
}
