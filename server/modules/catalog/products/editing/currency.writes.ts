import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { MAX_PRICE } from '#server/modules/pricing/index.ts'

/** Keeps every statement well below the statement timeout. */
const BATCH_SIZE = 500

/**
 * Multiplies all prices, sale prices and costs of a shop by 10^`exponent`, half rounded up, for a currency with other decimals. The caller
 * records the change of currency, which tells all of it. AppError 409 `price_too_high`.
 */
export async function convertPrices(tx: Transaction, shopId: number, exponent: number): Promise<void> {
  await requireBelowMaximum(tx, shopId, exponent)
  let last = 0
  for (;;) {
    // In the order of every writer: products before their variants.
    const { rows } = await sql<{ id: number }>`
      select id from product where config_id = ${shopId} and id > ${last}
      order by id limit ${BATCH_SIZE} for no key update`.execute(tx)
    const ids = rows.map(({ id }) => id)
    const end = ids.at(-1)
    if (end === undefined) return
    last = end
    await sql`
      update variant set price = round(price * power(10::numeric, ${exponent})),
        sale_price = round(sale_price * power(10::numeric, ${exponent})), cost = round(cost * power(10::numeric, ${exponent}))
      where config_id = ${shopId} and product_id = any(${ids}::integer[])`.execute(tx)
  }
}

async function requireBelowMaximum(tx: Transaction, shopId: number, exponent: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select p.name from variant v join product p on p.config_id = v.config_id and p.id = v.product_id
    where v.config_id = ${shopId} and greatest(v.price, v.sale_price, v.cost) * power(10::numeric, ${exponent}) > ${MAX_PRICE}
    limit 1`.execute(tx)
  if (rows[0])
    throw new AppError(
      409,
      'price_too_high',
      `The price of ${rows[0].name} would be too high in this currency`,
    )
}
