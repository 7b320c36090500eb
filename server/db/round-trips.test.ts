import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCategory, updateCategory } from '#contract/catalog/admin/category.ts'
import { cancelOrderAsStaff, confirmOrder, deliverOrder, fulfilOrder } from '#contract/orders/admin-order.ts'
import { getAdminProduct, patchProduct } from '#contract/catalog/admin/product.ts'
import { addToCart, deleteCarts, getCarts, getCartSummary, updateCart } from '#contract/cart/cart.ts'
import { createProduct, updateProduct } from '#contract/catalog/product.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { countRoundTrips } from '#test/harness/processes/round-trips.ts'

/** Between shop and database may lie 200 ms, so each call waits for few answers, one after another. */
const MAX_ROUND_TRIPS = 6

const counter = countRoundTrips()
const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
const rows: string[] = []
afterAll(async () => {
  counter.stop()
  process.stdout.write(['Round trips and statements of', ...rows, ''].join('\n'))
  await stop()
})

let goods: Goods
let staff: Client
let customer: Client
let guest: Client
let products: number[]
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await newcomer(db, app, { role_id: 1 })).browser
  customer = (await newcomer(db, app)).browser
  guest = client(app)
  products = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => goods.add(`Bowl ${n}`, { variants: [{ price: 50_000, stock: 900 }] })),
  )
  const values = ['payment.bank_transfer', 'true'] as const
  await db.insertInto('setting').values({ config_id: 1, key: values[0], value: values[1] }).execute()
})

/** Runs a call, prints its round trips and statements, and checks the limit. Returns the number of statements. */
async function measure(name: string, work: () => Promise<{ status: number }>, syncs = 0): Promise<number> {
  const { roundTrips, statements } = await counter.of(async () => {
    expect((await work()).status, name).toBeLessThan(300)
  })
  const total = roundTrips + syncs
  rows.push(
    `  ${name.padEnd(44)} ${String(total).padStart(2)} ${String(statements.length + syncs).padStart(3)}`,
  )
  expect.soft(total, `${name}\n${statements.join('\n')}`).toBeLessThanOrEqual(MAX_ROUND_TRIPS)
  return statements.length
}

/** The dashboard sends every creation like this. */
const once = () => ({ 'idempotency-key': randomUUID() })

/** A write of staff, which also waits for the cache to hear of it. After changes of the shop, it is read again first. */
const measureStaff = async (name: string, work: () => Promise<{ status: number }>) => {
  await guest.send(getCarts)
  await measure(name, work, 1)
}

const addAll = async (who: Client, ids: readonly number[]) => {
  for (const productid of ids) await who.send(addToCart, { productid })
}

test('the cart', async () => {
  const [productid = 0] = products
  for (const [name, who] of [
    ['guest', guest],
    ['customer', customer],
  ] as const) {
    await measure(`cart: first line, ${name}`, () => who.send(addToCart, { productid }))
    await measure(`cart: another unit, ${name}`, () => who.send(addToCart, { productid }))
    await measure(`cart: change the quantity, ${name}`, () =>
      who.send(updateCart, { productid, quantity: 3 }),
    )
    // One statement finds the caller and reads the cart.
    expect(await measure(`cart: read, ${name}`, () => who.send(getCarts))).toBe(1)
    await measure(`cart: read the summary, ${name}`, () => who.send(getCartSummary))
    await measure(`cart: remove, ${name}`, () => who.send(deleteCarts, { Productid: productid }))
  }
})

test('placing an order', async () => {
  for (const [name, who] of [
    ['guest', guest],
    ['customer', customer],
  ] as const) {
    for (const count of [1, 5]) {
      await addAll(who, products.slice(0, count))
      await measure(`order: lines ${count}, ${name}`, () => order(who))
    }
    await addAll(who, products)
    const { code } = await newCoupon(db)
    await measure(`order: 5 lines, coupon, bank transfer, ${name}`, () =>
      order(who, { coupon: code, paymentMethod: 'bank_transfer' }),
    )
    await measure(`order: buy now, ${name}`, () =>
      order(who, { items: [{ productid: goods.lamp, variantid: goods.lampVariants[0], quantity: 1 }] }),
    )
  }
  const key = { config_id: 1, key: 'notifications.order_placed' }
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('role_id', '=', 1)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('setting')
    .values({ ...key, value: JSON.stringify([id]) })
    .execute()
  await addAll(guest, products)
  await measure('order: 5 lines, guest, staff are notified', () => order(guest))
})

test('orders in the dashboard', async () => {
  const place = async () => {
    const items = products.map((productid) => ({ productid, quantity: 1 }))
    const { code: coupon } = await newCoupon(db)
    return (await order(guest, { items, coupon, paymentMethod: 'bank_transfer' })).answer.data.number
  }
  const number = await place()
  await measureStaff('order: confirm', () => staff.send(confirmOrder, { number }))
  await measureStaff('order: ship', () =>
    staff.send(fulfilOrder, { number, carrier: 'Post', tracking: 'X1' }),
  )
  await measureStaff('order: deliver', () => staff.send(deliverOrder, { number }))
  const other = await place()
  await measureStaff('order: cancel', () => staff.send(cancelOrderAsStaff, { number: other }))
})

test('the catalog in the dashboard', async () => {
  const image = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#96401f' } })
    .png()
    .toBuffer()
  let categoryId = 0
  await measureStaff('category: create', async () => {
    const fields = { productcategoryname: 'Tableware' }
    const made = await staff.upload(createCategory, fields, { productcategoryimage: image }, once())
    categoryId = made.answer.data.id
    return made
  })
  await measureStaff('category: update', () =>
    staff.send(updateCategory, { id: categoryId, productcategoryname: 'Plates', slug: 'plates' }),
  )
  let id = 0
  await measureStaff('product: create', async () => {
    const variants = [
      { options: { Size: 'S' }, price: 10, stock: 2 },
      { options: { Size: 'L' }, price: 20, stock: 3 },
    ]
    const input = { productcategoryid: categoryId, productname: 'Jug', variants }
    const made = await staff.send(createProduct, input, once())
    id = made.answer.data.productid
    return made
  })
  const [variantid = 0] = await variantsOf(db, id)
  const { version } = (await staff.send(getAdminProduct, { id })).answer.data
  await measureStaff('product: price', () => staff.send(patchProduct, { id, version, variantid, price: 25 }))
  await measureStaff('product: stock', () => staff.send(patchProduct, { id, variantid, stock: 7 }))
  await measureStaff('product: price and stock', () =>
    staff.send(patchProduct, { id, variantid, price: 26, stock: 8 }),
  )
  await measureStaff('product: name and description', () =>
    staff.send(updateProduct, { productid: id, productname: 'Jug', productdescription: 'Holds a litre.' }),
  )
  await measureStaff('product: variants, stock and address', () =>
    staff.send(updateProduct, {
      productid: id,
      slug: 'a-jug',
      variants: [
        { options: { Size: 'S' }, price: 11, stock: 4 },
        { options: { Size: 'L' }, price: 21, stock: 5 },
      ],
    }),
  )
})
