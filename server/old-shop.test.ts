import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getProducts } from '#contract/catalog/product.ts'
import { getAdminOrder, getOrderInvoice } from '#contract/orders/admin-order.ts'
import { getComments } from '#contract/comments/comment.ts'
import { getEvents } from '#contract/events/event.ts'
import { migrate } from '#server/db/migrate.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { emptyDatabase } from '#test/harness/app/database.ts'
import { order } from '#test/harness/data/order.ts'
import { shopOf017 } from '#test/harness/data/shop-of-017.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { readPdf } from '#test/harness/services/pdf.ts'

const { app, db, stop } = await testApp({ database: migratedShop, env: { RATE_LIMITS: 'off' } })
afterAll(stop)
const visitor = client(app)
const shop = { shopId: 1, locale: 'en-IN' }
const { browser: staff } = await newcomer(db, app, { role_id: 1 })

/** A database that ran the first 17 migrations, served a shop, and then ran the others. */
async function migratedShop() {
  const database = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'haat-migrations-'))
  const names = await readdir(join(import.meta.dirname, 'db/migrations'))
  for (const name of names.filter((file) => file.endsWith('.sql') && file < '018'))
    await copyFile(join(import.meta.dirname, 'db/migrations', name), join(folder, name))
  await migrate(database.url, folder)
  await rm(folder, { recursive: true })
  await sql.raw(shopOf017).execute(database.db)
  await migrate(database.url)
  return database
}

test('no figure of an old shop is wrong after its update', async () => {
  expect(await runIntegrityChecks(db, shop)).toEqual([])
})

test('an old shop shows what it had', async () => {
  const { answer } = await visitor.send(getProducts, {})
  expect(answer.response.map(({ productname }) => productname).toSorted()).toEqual([
    'Stoneware cup',
    'Tea bowl',
  ])
  const comments = await visitor.send(getComments, { product_id: 1 })
  expect(comments.answer.data).toMatchObject([{ comment: 'Sits well in the hand.', rating: 5 }])
  const found = await visitor.send(getProducts, { q: 'mug' })
  expect(found.answer.response).toMatchObject([{ productname: 'Stoneware cup' }])
})

test('an old order keeps its refund, and its invoice the number under which it was issued', async () => {
  const { answer } = await staff.send(getAdminOrder, { number: '0000-0000-0001' })
  expect(answer.data).toMatchObject({ status: 'delivered', refunded: 610 })
  const invoice = await staff.send(getOrderInvoice, { number: '0000-0000-0001' })
  expect(invoice.status).toBe(200)
  expect((await readPdf(invoice.answer.bytes)).text).toContain('2025-26/000001')
  const notes = db.selectFrom('credit_note').select(['total', 'number'])
  expect(await notes.execute()).toEqual([
    { total: 61_000, number: expect.stringMatching(/^CN\/.*\/000001$/) },
  ])
})

test('events of old orders have the number that people use', async () => {
  const { answer } = await staff.send(getEvents, { limit: 100 })
  const ofOrders = answer.data.filter(({ kind }) => kind.startsWith('order.'))
  expect(ofOrders.length).toBeGreaterThan(0)
  for (const { data } of ofOrders) expect(data['serial']).toMatch(/^[-0-9]+$/)
})

test('an old shop sells', async () => {
  expect((await order(visitor, { items: [{ productid: 1, variantid: 1, quantity: 1 }] })).status).toBe(201)
  expect(await runIntegrityChecks(db, shop)).toEqual([])
})

test('roles and keys keep what they could do, and links stay in the shop', async () => {
  const role = await db.selectFrom('role').select('permissions').where('id', '=', 3).executeTakeFirst()
  expect(role?.permissions).toEqual(['orders', 'refunds', 'reports', 'exports'])
  const key = await db.selectFrom('api_key').select(['permissions', 'read_only']).executeTakeFirst()
  expect(key).toEqual({ permissions: ['orders', 'refunds', 'reports', 'exports'], read_only: false })
  expect(await db.selectFrom('banner').select('link').executeTakeFirst()).toEqual({ link: null })
})
