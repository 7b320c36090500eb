import type { Insertable } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.ts'

let coupons = 0
let orders = 0

/** Adds a coupon of 10 % to shop 1. */
export function newCoupon(
  db: Database,
  columns: Partial<Insertable<DB['coupon']>> = {},
): Promise<{ id: number; code: string }> {
  const coupon = { config_id: 1, code: `SAVE${++coupons}`, kind: 'percent', percent: 1_000, ...columns }
  return db.insertInto('coupon').values(coupon).returning(['id', 'code']).executeTakeFirstOrThrow()
}

/** An address as orders store it. */
export const storedAddress = (fullName = 'Asha Rao') =>
  JSON.stringify({
    fullName,
    line1: '4 Rose Lane',
    line2: '',
    city: 'Pune',
    state: 'MH',
    pincode: '411001',
    country: 'IN',
  })

/** Inserts a confirmed order without lines. Returns its id. */
export async function newOrder(
  db: Database,
  columns: Partial<Insertable<DB['shop_order']>> = {},
): Promise<number> {
  const nothing = { subtotal: 0, discount: 0, coupon_discount: 0, shipping: 0, tax: 0, total: 0 }
  const serial = (++orders).toString().padStart(4, '0')
  const { id } = await db
    .insertInto('shop_order')
    .values({
      config_id: 1,
      number: `TEST-TEST-${serial}`,
      status: 'confirmed',
      email: 'asha@example.com',
      phone: '+91 98765 43210',
      shipping_address: storedAddress(),
      billing_address: storedAddress(),
      shipping_method: 'standard',
      shipping_name: 'Standard delivery',
      delivery_from: '2026-11-26',
      delivery_to: '2026-11-30',
      payment_method: 'cod',
      origin: 'http://localhost',
      currency: 'INR',
      tax_included: true,
      ...nothing,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
