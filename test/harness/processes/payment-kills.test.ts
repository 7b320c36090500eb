import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../app/database.ts'
import { makeGoods } from '../data/goods.ts'
import { checkLived } from '../payments/check-lived.ts'
import { startPaymentServers } from './payment-accounts.ts'
import { payUnderKills } from './payment-kills.ts'

const { db, url: databaseUrl, drop } = await testDatabase()
const { servers, accounts } = await startPaymentServers()
afterAll(async () => {
  await Promise.all(servers.map(({ stop }) => stop()))
  await drop()
})

// `npm run test:stress -- payments` runs more orders and kills.
test('two processes that are killed lose no payment and take none twice', { timeout: 90_000 }, async () => {
  await db.updateTable('shop').set({ currency: 'EUR' }).execute()
  const goods = await makeGoods(db)
  const sizes = { orders: 28, atOnce: 7, kills: 2, lifeMs: 1000, seed: 1 }
  const lived = await payUnderKills({ db, databaseUrl, goods, servers, accounts, ...sizes })
  const cells = await checkLived(db, lived)
  expect(Object.keys(cells)).toHaveLength(7)
  for (const cell of Object.values(cells)) expect(Object.keys(cell)).toHaveLength(4)
  expect(servers.flatMap(({ unknown }) => unknown)).toEqual([])
})
