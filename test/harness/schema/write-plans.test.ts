import { afterAll, expect, test } from 'vitest'
import { patchProduct } from '#contract/catalog/admin/product.ts'
import { addToCart, deleteCarts } from '#contract/cart/cart.ts'
import { createWishlist } from '#contract/wishlist/wishlist.ts'
import { cancelOrderAsStaff, fulfilOrder } from '#contract/orders/admin-order.ts'
import { testApp } from '../app/app.ts'
import { makeGoods } from '../data/goods.ts'
import { order } from '../data/order.ts'
import { newcomer } from '../people/account.ts'
import { client } from '../people/client.ts'
import { openPlanner, readWithoutShop, recordReads } from './plans.ts'
import { tablesByShop } from './shop-tables.ts'

const recorder = recordReads({ eachOnce: true, writes: true })
const { app, db, url, stop } = await testApp({ onStatement: recorder.log, env: { RATE_LIMITS: 'off' } })
afterAll(stop)

test('what shopping and staff write often finds its rows by the shop', async () => {
  const goods = await makeGoods(db)
  const productid = await goods.add('Tea bowl', { variants: [{ price: 100_000, stock: 9 }] })
  const { browser: staff } = await newcomer(db, app, { role_id: 1 })
  const { browser: customer } = await newcomer(db, app)
  for (const shopper of [client(app), customer]) {
    expect((await shopper.send(createWishlist, { productid })).status).toBeLessThan(300)
    expect((await shopper.send(addToCart, { productid, quantity: 2 })).status).toBeLessThan(300)
    const placed = await order(shopper)
    expect(placed.status).toBe(201)
    const { number } = placed.answer.data
    const done = await (shopper === customer
      ? staff.send(fulfilOrder, { number })
      : staff.send(cancelOrderAsStaff, { number }))
    expect(done.status).toBe(200)
    await shopper.send(addToCart, { productid, quantity: 1 })
    await shopper.send(deleteCarts, { productid })
  }
  expect((await staff.send(patchProduct, { id: productid, price: 900 })).status).toBe(200)

  const byShop = await tablesByShop(db)
  byShop.delete('shop') // each process knows all shops, with one statement
  const planner = await openPlanner(url, { enable_seqscan: 'off' })
  const statements = recorder.take()
  const found: object[] = []
  for (const statement of statements) {
    const tables = readWithoutShop(await planner.plansOf(statement), byShop)
    if (tables.length > 0) found.push({ tables, statement: statement.text })
  }
  await planner.close()
  expect(statements.filter(({ text }) => /^\s*(insert|update|delete)/i.test(text)).length).toBeGreaterThan(10)
  expect(found).toEqual([])
}, 60_000)
