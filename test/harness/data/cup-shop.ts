import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/connect.ts'
import { newcomer } from '../people/account.ts'
import { makeGoods } from './goods.ts'
import { storeSettings } from './settings.ts'

/** A shop that sells a cup for 500.00 and delivers it for nothing, also for cash, with staff who may do everything. */
export async function cupShop(
  { app, db }: { app: FastifyInstance; db: Database },
  settings: Record<string, unknown> = {},
) {
  const { browser: staff } = await newcomer(db, app, { role_id: 1 })
  const goods = await makeGoods(db)
  const cup = await goods.add('Cup', { variants: [{ price: 50_000, stock: 1000 }] })
  await storeSettings(db, { 'payment.cod': true, 'shipping.flat': 0, ...settings })
  return { staff, goods, cup }
}
