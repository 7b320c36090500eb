import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patchProduct } from '#contract/catalog/admin/product.ts'
import {
  correctStock,
  getStock,
  getStockMovements,
  receiveStock,
  updateLowStockThreshold,
  updateStock,
} from '#contract/stock/stock.ts'
import { deleteProduct } from '#server/modules/catalog/index.ts'
import { auditLogOf, newcomer } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import type { Client } from '#test/harness/people/client.ts'
import { checkLedger, reserve, sell } from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

let goods: Goods
let admin: Client & { id: number }
let mug: number
let sage: number
let clay: number
const shop = { shopId: 1, actor: { id: null, name: 'Shop' } }

beforeAll(async () => {
  goods = await makeGoods(db)
  ;[mug = 0] = await variantsOf(db, goods.mug)
  ;[sage, clay] = goods.lampVariants
  const { browser, id } = await newcomer(db, app, { role_id: 1, full_name: 'Asha' })
  admin = Object.assign(browser, { id })
})

const rows = async (query: object = {}) => (await admin.send(getStock, query)).answer
const names = async (query: object) => (await rows(query)).data.map(({ variantid }) => variantid)
const ledger = async (id: number, query: object = {}) =>
  (await admin.send(getStockMovements, { id, ...query })).answer.data

describe('the stock table', () => {
  test('lists every variant, by name and SKU, sorted and paged', async () => {
    const { data, total, low_stock_threshold: threshold } = await rows()
    expect([data.map((row) => row.productname), total, threshold]).toEqual([
      ['Draft', 'Lamp', 'Lamp', 'Stoneware mug'],
      4,
      3,
    ])
    expect(data[1]).toMatchObject({
      variantid: sage,
      options: { Colour: 'Sage', Size: 'Small' },
      image: { file: 'b.webp' },
      on_hand: 2000,
      reserved: 0,
      available: 2000,
      low_stock_threshold: null,
    })
    expect(await names({ q: 'STONE' })).toEqual([mug])
    expect(await names({ level: 'out' })).toEqual([clay])
    expect((await names({ sort: 'available_desc' }))[0]).toBe(sage)
    expect((await names({ sort: 'on_hand' }))[0]).toBe(clay)
    expect(await names({ sort: 'name_desc', limit: 1, page: 2 })).toEqual([clay])
    expect((await admin.send(getStock, { sort: 'price' })).status).toBe(400)
  })

  test('follows changes of names and SKUs and deletions', async () => {
    const id = await goods.add('Oak tray', { variants: [{ price: 100, stock: 4, sku: 'TRAY-1' }] })
    const [tray = 0] = await variantsOf(db, id)
    expect(await names({ q: 'ray-1' })).toEqual([tray])
    await goods.change(id, { name: 'Teak tray', variants: [{ id: tray, price: 100, sku: 'TT-9' }] })
    expect(await names({ q: 'oak' })).toEqual([])
    expect(await names({ q: 'teak' })).toEqual([tray])
    expect(await names({ q: 'tray-1' })).toEqual([])
    expect(await names({ q: 'tt-9' })).toEqual([tray])
    await db.transaction().execute((tx) => deleteProduct(tx, shop, id))
    expect(await names({ q: 'teak' })).toEqual([])
    expect((await admin.send(getStockMovements, { id: tray })).status).toBe(404)
  })
})

describe('received goods', () => {
  test('are booked for several variants as one audit log job', async () => {
    const lines = [
      { variantid: clay, quantity: 5 },
      { variantid: sage, quantity: 1 },
    ]
    const { answer, message } = await admin.send(receiveStock, { lines, note: ' Note 7 ' })
    expect(message).toBe('6 units received')
    expect(answer.data.map(({ variantid, on_hand: onHand }) => [variantid, onHand])).toEqual([
      [clay, 5],
      [sage, 2001],
    ])
    const [entry] = await auditLogOf(db, 'stock', clay)
    expect(entry).toMatchObject({
      actor_name: 'Asha',
      before: { onHand: 0, note: '' },
      after: { onHand: 5, note: 'Note 7' },
    })
    expect(entry?.job).toBe((await auditLogOf(db, 'stock', sage))[0]?.job)
    expect((await ledger(clay)).movements[0]).toMatchObject({
      kind: 'received',
      on_hand_change: 5,
      on_hand: 5,
      available: 5,
      reason: 'Note 7',
      actor: 'Asha',
    })
  })

  test('are booked once per key, even by eight simultaneous requests; another body is refused', async () => {
    const headers = { 'idempotency-key': 'goods-1' }
    const body = { lines: [{ variantid: mug, quantity: 10 }] }
    const before = (await ledger(mug)).variant.on_hand
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin.send(receiveStock, body, headers)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ answer }) => JSON.stringify(answer.data))).size).toBe(1)
    expect((await ledger(mug)).variant.on_hand).toBe(before + 10)
    const other = { lines: [{ variantid: mug, quantity: 11 }] }
    expect(await admin.send(receiveStock, other, headers)).toMatchObject({ status: 422, code: 'key_reused' })
  })

  test('are booked for all variants or none', async () => {
    const before = (await ledger(mug)).variant.on_hand
    const line = { variantid: mug, quantity: 1 }
    const [foreign = 0] = await variantsOf(db, goods.foreign)
    for (const variantid of [foreign, 999_999])
      expect((await admin.send(receiveStock, { lines: [line, { variantid, quantity: 1 }] })).status).toBe(404)
    for (const lines of [[], [line, line], [{ ...line, quantity: 0 }], [{ ...line, quantity: 2_000_000 }]])
      expect((await admin.send(receiveStock, { lines })).status).toBe(400)
    expect((await ledger(mug)).variant.on_hand).toBe(before)
  })
})

describe('a correction', () => {
  test('takes a count or a difference, always with a reason', async () => {
    const id = await goods.add('Vase', { variants: [{ price: 100, stock: 8 }] })
    const [variantid = 0] = await variantsOf(db, id)
    const correct = (wanted: object) => admin.send(correctStock, { variantid, ...wanted })
    expect((await correct({ counted: 6, reason: 'Counted' })).answer.data.on_hand).toBe(6)
    expect((await correct({ change: -1, reason: 'Broken' })).answer.data.on_hand).toBe(5)
    expect((await correct({ counted: 5, reason: 'Counted again' })).status).toBe(200)
    for (const wanted of [
      { counted: 4 },
      { counted: 4, reason: ' ' },
      { reason: 'x' },
      { change: 0, reason: 'x' },
    ])
      expect((await correct(wanted)).status).toBe(400)
    expect((await correct({ counted: 4, change: -1, reason: 'x' })).issues?.[0]?.path).toBe('counted')
    expect(await correct({ change: -6, reason: 'x' })).toMatchObject({
      status: 409,
      message: 'Only 5 on hand',
    })
    await db
      .transaction()
      .execute((tx) => reserve(tx, shop, [{ variantId: variantid, quantity: 2 }], { reference: 'A1' }))
    expect(await correct({ counted: 1, reason: 'x' })).toMatchObject({
      status: 409,
      code: 'reserved',
      message: '2 units are reserved for orders or drafts. Cancel an order or release a draft first.',
    })
    expect(await names({ level: 'reserved' })).toEqual([variantid])
    expect((await correct({ counted: 2, reason: 'Counted' })).answer.data).toMatchObject({
      reserved: 2,
      available: 0,
    })
    expect(await auditLogOf(db, 'stock', variantid)).toMatchObject([
      { before: { onHand: 8, reason: '' }, after: { onHand: 6, reason: 'Counted' } },
      { after: { onHand: 5, reason: 'Broken' } },
      { after: { onHand: 2 } },
    ])
    expect(await checkLedger(db)).toEqual([])
  })
})

test('the ledger shows the balance after each entry across pages', async () => {
  const id = await goods.add('Jug', { variants: [{ price: 100, stock: 5 }] })
  const [variantId = 0] = await variantsOf(db, id)
  const line = (quantity: number) => [{ variantId, quantity }]
  await db.transaction().execute(async (tx) => {
    await reserve(tx, shop, line(2), { reference: 'ABCD-EFGH-JKLM' })
    await sell(tx, { ...shop, actor: { id: admin.id, name: 'Asha' } }, line(2), { reserved: true })
    await sell(tx, shop, line(1), { reserved: false })
  })
  const short = (list: Awaited<ReturnType<typeof ledger>>) =>
    list.movements.map((m) => [m.kind, m.on_hand_change, m.available_change, m.on_hand, m.available])
  const whole = [
    ['sold', -1, -1, 2, 2],
    ['sold', -2, 0, 3, 3],
    ['reserved', 0, -2, 5, 3],
    ['received', 5, 5, 5, 5],
  ]
  const all = await ledger(variantId)
  expect(short(all)).toEqual(whole)
  expect(all.next).toBeNull()
  expect(all.movements[2]).toMatchObject({ reference: 'ABCD-EFGH-JKLM', actor: 'Shop' })
  const first = await ledger(variantId, { limit: 2 })
  const second = await ledger(variantId, { limit: 2, before: first.next })
  expect([...short(first), ...short(second)]).toEqual(whole)
  expect(second.next).toBeNull()
})

describe('the low-stock threshold', () => {
  test('is that of the variant or else of the shop; stock at or below it is low', async () => {
    const id = await goods.add('Rug', { variants: [{ price: 100, stock: 6 }] })
    const [rug = 0] = await variantsOf(db, id)
    expect(await names({ level: 'low', q: 'rug' })).toEqual([])
    expect(
      (await admin.send(updateStock, { id: rug, low_stock_threshold: 6 })).answer.data.low_stock_threshold,
    ).toBe(6)
    expect(await names({ level: 'low', q: 'rug' })).toEqual([rug])
    await admin.send(updateStock, { id: rug, low_stock_threshold: null })
    expect(await names({ level: 'low', q: 'rug' })).toEqual([])
    expect((await admin.send(updateLowStockThreshold, { low_stock_threshold: 10 })).status).toBe(200)
    expect((await rows()).low_stock_threshold).toBe(10)
    expect(await names({ level: 'low', q: 'rug' })).toEqual([rug])
    await admin.send(updateLowStockThreshold, { low_stock_threshold: 3 })
    for (const threshold of [-1, 1.5, '2', null])
      expect((await admin.send(updateLowStockThreshold, { low_stock_threshold: threshold })).status).toBe(400)
    expect((await admin.send(updateStock, { id: 999_999, low_stock_threshold: 1 })).status).toBe(404)
    expect(await auditLogOf(db, 'stock', rug)).toMatchObject([
      { after: { lowStockThreshold: 6 } },
      { after: { lowStockThreshold: null } },
    ])
  })

  test('stock set in the product table appears in the ledger', async () => {
    await admin.send(patchProduct, { id: goods.mug, stock: 2 })
    expect((await ledger(mug)).movements[0]).toMatchObject({ kind: 'corrected', available: 2, actor: 'Asha' })
    expect(await names({ level: 'low' })).toContain(mug)
  })
})
