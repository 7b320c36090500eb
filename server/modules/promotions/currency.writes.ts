import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'

/** Multiplies the amounts of all coupons by 10^`exponent`, half rounded up. An amount off stays above 0. */
export async function convertCoupons(tx: Transaction, shopId: number, exponent: number): Promise<void> {
  await sql`
    update coupon set amount = greatest(1, round(amount * power(10::numeric, ${exponent}))),
      minimum = round(minimum * power(10::numeric, ${exponent}))
    where config_id = ${shopId} and (amount is not null or minimum > 0)`.execute(tx)
}
