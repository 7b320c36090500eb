import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addToCart, getCarts } from '#contract/cart/cart.ts'
import { getProducts, type ProductDetail } from '#contract/catalog/product.ts'
import { getAdminProducts, patchProduct } from '#contract/catalog/admin/product.ts'
import { correctStock, getStock, receiveStock } from '#contract/stock/stock.ts'
import { cancelOrder } from '#contract/orders/order.ts'
import { confirmOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await newcomer(db, app, { role_id: 1 })).browser
  await storeSettings(db, { 'payment.bank_transfer': true, 'payment.bank_details': 'IBAN 12' })
})

type Counting = { tracked?: boolean; sellWhenSoldOut?: boolean; stock?: number }

let count = 0
/** A new product with one variant. */
async function made(counting: Counting) {
  const name = `Print ${++count}`
  const variant = { price: 100_000, ...counting }
  const productid = await goods.add(name, { variants: [variant] })
  const [variantid = 0] = await variantsOf(db, productid)
  const level = () =>
    db
      .selectFrom('stock_level')
      .select(['on_hand', 'available'])
      .where('variant_id', '=', variantid)
      .executeTakeFirstOrThrow()
  const movements = async () => {
    const rows = await db
      .selectFrom('stock_movement')
      .select('kind')
      .where('variant_id', '=', variantid)
      .execute()
    return rows.map(({ kind }) => kind)
  }
  const seen = async () => {
    const { response } = (await client(app).send(getProducts, { productid })).answer
    const { instock, variants } = response[0] as ProductDetail
    return { instock, stock: variants[0]?.stock, sellwhensoldout: variants[0]?.sellwhensoldout }
  }
  const change = (changed: Counting) =>
    goods.change(productid, { variants: [{ price: 100_000, ...changed }] })
  const buy = (quantity = 1, more: object = {}) =>
    order(client(app), { items: [{ productid, quantity }], ...more })
  return { name, productid, variantid, level, movements, seen, change, buy }
}

const pending = { paymentMethod: 'bank_transfer' }
type Placed = Awaited<ReturnType<typeof order>>
const cancel = ({ answer: { data } }: Placed) =>
  client(app).send(cancelOrder, { number: data.number, accessToken: data.accessToken })
const confirm = ({ answer: { data } }: Placed) => staff.send(confirmOrder, { number: data.number })

async function expectSound() {
  expect(await checkLedger(db)).toEqual([])
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
}

describe('stock that is not counted', () => {
  test('is in stock without a number, and no order moves it', async () => {
    const print = await made({ tracked: false })
    expect(await print.seen()).toEqual({ instock: true, stock: null, sellwhensoldout: false })
    const visitor = client(app)
    await visitor.send(addToCart, { productid: print.productid, quantity: 999 })
    const [line] = (await visitor.send(getCarts)).answer.data
    expect(line).toMatchObject({ quantity: 999, stock: 999, notices: [] })
    const more = await visitor.send(addToCart, { productid: print.productid, quantity: 1 })
    expect(more).toMatchObject({ status: 409, code: 'too_many_items' })

    const [sold, held, kept] = [await print.buy(3), await print.buy(2, pending), await print.buy(4, pending)]
    expect([sold.status, held.status, kept.status]).toEqual([201, 201, 201])
    expect(await cancel(held)).toMatchObject({ status: 200 })
    expect(await confirm(kept)).toMatchObject({ status: 200 })
    expect(await cancel(sold)).toMatchObject({ status: 200 })
    expect(await print.movements()).toEqual([])
    await expectSound()
  })

  test('is left out of the stock list, and says so where one would count', async () => {
    const print = await made({ tracked: false })
    const list = async (level?: string) =>
      (await staff.send(getStock, { q: print.name, ...(level && { level }) })).answer
    expect([(await list()).total, (await list('low')).total, (await list('out')).total]).toEqual([0, 0, 0])
    const rows = async (stock: string) =>
      (await staff.send(getAdminProducts, { q: print.name, stock })).answer.data
    expect(await rows('in')).toMatchObject([{ stock: null }])
    expect([await rows('out'), await rows('low')]).toEqual([[], []])
    const refused = { status: 409, code: 'not_tracked' }
    const { variantid } = print
    expect(await staff.send(receiveStock, { lines: [{ variantid, quantity: 1 }] })).toMatchObject(refused)
    expect(await staff.send(correctStock, { variantid, counted: 4, reason: 'Counted' })).toMatchObject(
      refused,
    )
    expect(await staff.send(patchProduct, { id: print.productid, stock: 4 })).toMatchObject(refused)
    await expect(print.change({ stock: 4 })).rejects.toMatchObject({ status: 400 })
    expect(await print.movements()).toEqual([])
  })

  test('that is counted later gives back only what orders took from it', async () => {
    const print = await made({ tracked: false })
    const before = await print.buy(2, pending)
    await print.change({ tracked: true, stock: 5 })
    const after = await print.buy(1, pending)
    expect(await print.level()).toEqual({ on_hand: 5, available: 4 })
    await cancel(before)
    expect(await print.level()).toEqual({ on_hand: 5, available: 4 })
    await expectSound()
    // And the other way round: an order ends as it began.
    await print.change({ tracked: false })
    const uncounted = await print.buy(7)
    await cancel(after)
    await cancel(uncounted)
    expect(await print.level()).toEqual({ on_hand: 5, available: 5 })
    await expectSound()
  })

  test('an edited order takes as many more as one likes', async () => {
    const [print, frame] = [await made({ tracked: false }), await made({ stock: 3 })]
    const { number } = (await print.buy(1)).answer.data
    const edit = (lines: object[]) => staff.send(editOrderLines, { number, lines })
    const { lines } = (await staff.send(getAdminOrder, { number })).answer.data
    expect(
      await edit([
        { lineId: lines[0]?.lineId, quantity: 9 },
        { variantid: frame.variantid, quantity: 2 },
      ]),
    ).toMatchObject({ status: 200 })
    expect(await frame.level()).toEqual({ on_hand: 1, available: 1 })
    await print.change({ tracked: true, stock: 4 })
    expect(await edit([{ lineId: lines[0]?.lineId, quantity: 2 }])).toMatchObject({ status: 200 })
    expect(await print.level()).toEqual({ on_hand: 4, available: 4 })
    await expectSound()
  })
})

describe('a variant that is sold when it is sold out', () => {
  test('goes below 0 by orders, and up again', async () => {
    const chair = await made({ sellWhenSoldOut: true, stock: 1 })
    expect(await chair.seen()).toEqual({ instock: true, stock: 1, sellwhensoldout: true })
    const visitor = client(app)
    await visitor.send(addToCart, { productid: chair.productid, quantity: 3 })
    expect((await visitor.send(getCarts)).answer.data).toMatchObject([{ stock: 999, notices: ['backorder'] }])
    const [sold, held] = [await chair.buy(2), await chair.buy(3, pending)]
    expect(await chair.level()).toEqual({ on_hand: -1, available: -4 })
    // Shoppers are not told how many wait.
    expect(await chair.seen()).toEqual({ instock: true, stock: 0, sellwhensoldout: true })
    const { data } = (await staff.send(getStock, { q: chair.name, level: 'low' })).answer
    expect(data).toMatchObject([{ on_hand: -1, reserved: 3, available: -4, sell_when_sold_out: true }])
    await confirm(held)
    expect(await chair.level()).toEqual({ on_hand: -4, available: -4 })
    await staff.send(receiveStock, { lines: [{ variantid: chair.variantid, quantity: 3 }] })
    expect(await chair.level()).toEqual({ on_hand: -1, available: -1 })
    await cancel(sold)
    expect(await chair.level()).toEqual({ on_hand: 1, available: 1 })
    await expectSound()
  })

  test('serves all buyers of the last unit at once', async () => {
    const chair = await made({ sellWhenSoldOut: true, stock: 1 })
    const stool = await made({ stock: 1 })
    const items = [{ productid: chair.productid, quantity: 1 }]
    const both = [...items, { productid: stool.productid, quantity: 1 }]
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        order(client(app), { items: i % 2 ? both : items, ...(i % 3 ? pending : {}) }),
      ),
    )
    const placed = outcomes.filter(({ status }) => status === 201).length
    // One of the six with the stool.
    expect(placed).toBe(7)
    expect(await chair.level()).toMatchObject({ available: 1 - placed })
    expect(await stool.level()).toMatchObject({ available: 0 })
    await expectSound()
  })

  test('sells nothing more once it is switched off, but keeps what is owed', async () => {
    const chair = await made({ sellWhenSoldOut: true, stock: 0 })
    const [first, second] = [await chair.buy(2), await chair.buy(1, pending)]
    await chair.change({ sellWhenSoldOut: false })
    expect(await chair.seen()).toEqual({ instock: false, stock: 0, sellwhensoldout: false })
    expect(await chair.buy(1)).toMatchObject({
      status: 409,
      code: 'out_of_stock',
      message: `${chair.name} is sold out`,
    })
    const lower = db
      .insertInto('stock_movement')
      .values({
        config_id: 1,
        variant_id: chair.variantid,
        kind: 'reserved',
        on_hand_change: 0,
        available_change: -1,
      })
      .execute()
    await expect(lower).rejects.toMatchObject({ constraint: 'stock_not_oversold' })
    await confirm(second)
    expect(await chair.level()).toEqual({ on_hand: -3, available: -3 })
    await staff.send(correctStock, { variantid: chair.variantid, change: 1, reason: 'Found' })
    await cancel(first)
    expect(await chair.level()).toEqual({ on_hand: 0, available: 0 })
    await expectSound()
  })

  test('keeps its level equal to its ledger while it is switched to and fro', async () => {
    const chair = await made({ sellWhenSoldOut: true, stock: 2 })
    const modes: Counting[] = [
      { tracked: false },
      { tracked: true, sellWhenSoldOut: false },
      { sellWhenSoldOut: true },
    ]
    const switching = async () => {
      for (let i = 0; i < 12; i++) await chair.change(modes[i % 3]!)
    }
    const buying = Array.from({ length: 8 }, async (_, i) => {
      const placed = await chair.buy(1, i % 2 ? pending : {})
      if (placed.status !== 201) return expect(placed).toMatchObject({ status: 409, code: 'out_of_stock' })
      if (i % 4 < 2) expect(await cancel(placed)).toMatchObject({ status: 200 })
      return undefined
    })
    await Promise.all([switching(), ...buying])
    await expectSound()
    const { in_stock: inStock, is_sold_out: isSoldOut } = await db
      .selectFrom('product as p')
      .innerJoin('product_listing as l', 'l.product_id', 'p.id')
      .select(['p.in_stock', 'l.is_sold_out'])
      .where('p.id', '=', chair.productid)
      .executeTakeFirstOrThrow()
    expect([inStock, isSoldOut]).toEqual([true, false])
  })
})

describe('events', () => {
  beforeEach(() => sql`delete from event`.execute(db))
  const events = async (variantid: number) => {
    const rows = await db
      .selectFrom('event')
      .select(['kind', 'data'])
      .where('subject', '=', `variant:${variantid}`)
      .orderBy('id')
      .execute()
    return rows.map(({ kind, data }) => [kind, (data as { available: number | null }).available])
  }

  test('tell that something can be sold again, whatever the reason', async () => {
    const print = await made({ stock: 0 })
    await print.change({ tracked: false })
    expect(await events(print.variantid)).toEqual([
      ['stock.changed', null],
      ['stock.back', null],
    ])
    await print.buy(5)
    expect(await events(print.variantid)).toHaveLength(2)
    await print.change({ tracked: true, sellWhenSoldOut: true })
    await print.buy(1)
    expect((await events(print.variantid)).slice(2)).toEqual([
      ['stock.changed', 0],
      ['stock.changed', -1],
    ])
  })
})
