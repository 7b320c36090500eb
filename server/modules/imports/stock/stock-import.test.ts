import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getImport, getImports, uploadImport } from '#contract/imports/import.ts'
import { listExports } from '#contract/export/list-export.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { newUser, signedIn, staffWith } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let staff: Client
let stock: ReturnType<typeof importClient>
afterAll(async () => {
  await stock.close()
  await stop()
})
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  stock = importClient(staff, 'stock', { url, dataDir })
  const products = importClient(staff, 'products', { url, dataDir })
  await products.apply(
    await products.check('Handle,Name,SKU,Price,Stock\ncup,Cup,C1,5,4\npot,Pot,P1,9,7\njar,Jar,J1,3,2\n'),
  )
  await products.close()
})

const units = async () => {
  const { rows } = await sql<{ sku: string; available: number }>`
    select v.sku, l.available from variant v join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
    where v.config_id = 1 order by v.sku`.execute(db)
  return Object.fromEntries(rows.map(({ sku, available }) => [sku, available]))
}

test('counts are checked, written through the ledger, and given back', async () => {
  const checked = await stock.check('SKU;Quantity\nC1;9\nP1;0\nJ1;2\nX1;3\n;4\nC1;1\nZ;-1\n')
  expect(checked).toMatchObject({
    kind: 'stock',
    state: 'ready',
    counts: { create: 0, update: 2, unchanged: 1, refuse: 4 },
    warnings: { stock_zero: 1 },
  })
  expect(await stock.rows(checked)).toMatchObject([
    { name: 'Cup', changes: [{ field: 'Stock', before: '4', after: '9' }] },
    { name: 'Pot', warnings: ['stock_zero'] },
    { name: 'Jar', outcome: 'unchanged' },
    { reason: 'No product has the SKU X1' },
    { reason: 'Enter a SKU' },
    { reason: 'The SKU C1 is also on line 2' },
    { reason: expect.stringContaining('is not an amount of 0 or more') },
  ])
  await expect(stock.apply(checked)).rejects.toThrow('Check the marked changes')
  expect(await stock.apply(checked, true)).toMatchObject({ state: 'done', counts: { failed: 0 } })
  expect(await units()).toEqual({ C1: 9, J1: 2, P1: 0 })
  const { rows } = await sql`
    select reason, on_hand_change as change from stock_movement where kind = 'corrected' order by id`.execute(
    db,
  )
  expect(rows).toEqual([
    { reason: 'Import', change: 5 },
    { reason: 'Import', change: -7 },
  ])
  const again = await stock.check('SKU;Quantity\nC1;9\nP1;0\n')
  expect(again.counts).toMatchObject({ update: 0, unchanged: 2 })
  expect(await stock.undo(checked)).toMatchObject({ state: 'undone', counts: { kept: 0 } })
  expect(await units()).toEqual({ C1: 4, J1: 2, P1: 7 })
  expect(await checkLedger(db)).toEqual([])
})

test('the exported stock list and a Shopify inventory come in unaided', async () => {
  const { answer } = await staff.send(listExports.stock, { format: 'csv' })
  const parts: Uint8Array[] = []
  for await (const part of answer.stream) parts.push(part)
  const exported = await stock.check(Buffer.concat(parts))
  expect(exported).toMatchObject({ format: 'haat', counts: { update: 0, unchanged: 3, refuse: 0 } })
  const shopify = await stock.check(
    'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Incoming,Unavailable,Committed,Available,On hand\ncup,Cup,Title,Default Title,C1,,,Store,0,0,0,6,6\n',
  )
  expect(shopify).toMatchObject({ format: 'shopify', counts: { update: 1 } })
})

test('a file of another kind is refused by name', async () => {
  expect(await stock.upload('Handle,Title,Option1 Value,Variant SKU,Variant Price\na,A,,S,5')).toMatchObject({
    status: 400,
    message: 'This looks like a file of products. Choose “Products” and upload it again.',
  })
  expect(
    await staff.upload(uploadImport, { kind: 'products' }, { file: Buffer.from('SKU,Quantity\nC1,2') }),
  ).toMatchObject({
    status: 400,
    message: 'This looks like a file of stock levels. Choose “Stock” and upload it again.',
  })
  expect(
    await staff.upload(
      uploadImport,
      { kind: 'stock', source: 'magento' },
      { file: Buffer.from('SKU,Count\nC1,2') },
    ),
  ).toMatchObject({ status: 400 })
})

test('staff import the kinds of their permissions only', async () => {
  const checked = await stock.check('SKU,Quantity\nC1,5\n')
  const { browser: clerk } = await staffWith(db, app, ['orders'])
  expect(await clerk.send(getImport, { id: checked.id })).toMatchObject({ status: 403 })
  expect((await clerk.send(getImports, {})).answer.data).toEqual([])
  expect(
    await clerk.upload(uploadImport, { kind: 'stock' }, { file: Buffer.from('SKU,Quantity\nC1,5') }),
  ).toMatchObject({ status: 403 })
})
