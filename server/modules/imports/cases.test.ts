import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mapImport } from '#contract/imports/import.ts'
import { testApp } from '#test/harness/app/app.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

// Small files, each with what other shops' exports have and an import once lost, exposed or mixed up.
const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let staff: Client
let clients: Record<'products' | 'orders' | 'customers', ReturnType<typeof importClient>>
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  const client = (kind: 'products' | 'orders' | 'customers') => importClient(staff, kind, { url, dataDir })
  clients = { products: client('products'), orders: client('orders'), customers: client('customers') }
})
afterAll(async () => {
  for (const client of Object.values(clients)) await client.close()
  await stop()
})

const folder = join(import.meta.dirname, '../../../test/harness/data/import-cases')
const file = (name: string) => readFileSync(join(folder, name))

/** Checks, applies, reads and undoes a file of products. A second check finds nothing to do. */
async function bringIn(name: string) {
  const { products } = clients
  const bytes = file(`products/${name}`)
  const checked = await products.check(bytes)
  const rows = await products.rows(checked, { limit: 100 })
  const done = await products.apply(checked, true)
  const { rows: written } = await sql<{ slug: string; status: string; variants: unknown[] }>`
    select p.slug, p.status, (
      select json_agg(json_build_array(v.sku, array_to_string(array(select jsonb_each_text.value from jsonb_each_text(v.options)), '/'),
        v.price, v.sale_price, case when l.tracked then l.available end, l.sell_when_sold_out) order by v.position)
      from variant v join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
      where v.config_id = p.config_id and v.product_id = p.id and v.retired_at is null) as variants
    from product p
    where p.config_id = 1 and p.deleted_at is null and p.id::text in (
      select record_id from data_import_item where config_id = 1 and import_id = ${checked.id})
    order by p.id`.execute(db)
  const again = await products.check(bytes)
  expect(again.counts).toMatchObject({ create: 0, update: 0 })
  await products.undo(done)
  return { checked, rows, products: Object.fromEntries(written.map(({ slug, ...row }) => [slug, row])) }
}

const live = (...variants: unknown[][]) => ({ status: 'live', variants })
const draft = (...variants: unknown[][]) => ({ status: 'draft', variants })

test('former prices are kept per variant, and a lower “former” price is none', async () => {
  const { products } = await bringIn('compare-at.csv')
  expect(products).toEqual({
    ca: live(['CA1', '', 1000, null, 1, false]),
    cb: live(['CA2', '', 1000, null, 1, false]),
    cc: live(['CA3', 'S', 1500, 1000, 1, false], ['CA4', 'M', 1200, 1000, 1, false]),
    cd: live(['CA5', '', 2997, 1999, 1, false]),
  })
})

test('.99 is 99 cents, and .05 kg are 50 g', async () => {
  const { products } = await bringIn('decimals-without-zero.csv')
  expect(products).toEqual({ sticker: live(['DZ1', '', 99, 79, 5, false]) })
  const { rows } = await sql`select weight from product where slug = 'sticker'`.execute(db)
  expect(rows).toEqual([{ weight: 50 }])
})

test('what a spreadsheet has changed is asked about', async () => {
  const { checked, rows, products } = await bringIn('excel-mangled.csv')
  expect(checked).toMatchObject({ counts: { create: 3, refuse: 1 }, warnings: { spreadsheet: 3 } })
  expect(rows.at(-1)?.reason).toBe('Line 5: “#REF!” under Variant Price is not an amount of 0 or more')
  expect(products).toEqual({
    'mug-a': live([null, '', 1250, null, 5, false]),
    'mug-b': live([null, '', 1250, null, 5, false]),
    'mug-c': live(['S-1', '10-Dec', 129_900, null, 5, false]),
  })
})

test('a workbook’s numbers, dates and errors', async () => {
  const { rows, products } = await bringIn('excel-typed-cells.xlsx')
  expect(rows.find(({ line }) => line === 5)?.reason).toContain('“#N/A” under Variant Price')
  expect(products).toMatchObject({
    x1: live(['4006381333931', '', 1999, null, 3, false]),
    x2: live([null, '', 11, null, 3, false]),
    x3: draft(['123', '2023-12-10', 500, null, 2, false]),
    x7: live(['B7', '', 700, null, 1, false]),
  })
})

test('what is too long is named with its limit', async () => {
  const { rows } = await bringIn('lengths.csv')
  expect(rows.map(({ reason }) => reason)).toEqual([
    'Enter a name of at most 200 characters',
    'Use at most 20,000 characters for the description',
    'Use at most 400 characters for the search description',
    'Enter a SKU of 1 to 64 characters',
    'Enter the stock as a whole number from 0 to 1,000,000,000',
    null,
  ])
})

test('options that differ in capitals and spaces alone are refused', async () => {
  const { rows } = await (async () => {
    const checked = await clients.products.check(file('products/options-case.csv'))
    return { rows: await clients.products.rows(checked) }
  })()
  expect(rows.map(({ reason }) => reason)).toEqual(['Two variants have the same options, “Red” and “red”'])
})

test('without a status, Published decides', async () => {
  const { products } = await bringIn('shopify-no-status-column.csv')
  expect(products).toMatchObject({ hid: { status: 'draft' }, vis: { status: 'live' } })
})

test('one SKU for all sizes stays with the first, or gets the size behind it', async () => {
  const { rows, products } = await bringIn('shopify-one-sku-for-all-sizes.csv')
  expect(products['boot-black']).toEqual(
    live(
      ['W-0402', '36', 11_200, null, 1, false],
      [null, '37', 11_200, null, 2, false],
      [null, '38', 11_200, null, 0, false],
    ),
  )
  expect(rows[0]?.notes[0]).toBe('The SKU W-0402 is also on line 2, so “37” comes in without one')

  const { products: client } = clients
  const { id, format, mapping, decimalmark } = await client.check(
    file('products/shopify-one-sku-for-all-sizes.csv'),
  )
  await staff.send(mapImport, { id, format, mapping, decimalmark, addoptiontosku: true })
  await client.check('Name,SKU\n').catch(() => undefined)
  expect((await client.rows({ id }))[0]?.notes).toEqual([
    'The SKU W-0402 of “37” becomes W-0402-37',
    'The SKU W-0402 of “38” becomes W-0402-38',
  ])
})

test('rows of one product that stand apart are one product', async () => {
  const { products } = await bringIn('shopify-rows-apart.csv')
  expect(products['tee']?.variants).toHaveLength(3)
})

test('stock that is not counted or sold beyond zero stays so, and a gift card is a draft', async () => {
  const { products, checked } = await bringIn('shopify-untracked-and-gift-card.csv')
  expect(products).toMatchObject({
    ebook: live(['EB-1', '', 999, null, null, false]),
    gift: { status: 'draft' },
    made: live(['MTO', '', 4900, null, -3, true]),
  })
  expect(checked.leftbehind).toEqual([{ heading: 'Variant Requires Shipping', rows: 4 }])
})

test('WooCommerce writes its headings in German', async () => {
  expect((await bringIn('wc-german-headings.csv')).products).toEqual({
    stehlampe: live(['LA-1', '', 4990, 3990, 7, false]),
  })
  expect((await bringIn('wc-german-variations.csv')).products).toEqual({
    't-shirt': live(['TS-R', 'Rot', 1990, null, 4, false], ['TS-B', 'Blau', 1990, 1490, 5, false]),
    entwurf: draft(['HID', '', 990, null, 5, false]),
  })
})

test('names in other scripts have addresses of their own', async () => {
  const { products } = clients
  await products.apply(await products.check(file('products/wc-hindi-a.csv')), true)
  await products.apply(await products.check(file('products/wc-hindi-b.csv')), true)
  const { rows } = await sql`
    select p.name, v.price from product p join variant v on v.product_id = p.id
    where p.slug like 'p-%' and p.deleted_at is null order by v.price`.execute(db)
  expect(rows).toEqual([
    { name: 'نعناع', price: 5000 },
    { name: 'हल्दी पाउडर', price: 10_000 },
    { name: 'मिर्च पाउडर', price: 12_000 },
    { name: '日本茶', price: 90_000 },
  ])
})

test('WooCommerce’s odd rows: sales with dates, private products, backorders, wrong numbers', async () => {
  const { rows, products } = await bringIn('wc-odd-rows.csv')
  expect(rows.flatMap(({ line, reason }) => (reason === null ? [] : [[line, reason]]))).toEqual([
    [9, 'Enter a price'],
    [10, 'Line 10: “plenty” under Stock is not an amount'],
    [11, 'Line 11: Stock must be a whole number'],
    [17, 'The product P17 of this variation is not in the file'],
  ])
  expect(products).toMatchObject({
    'sale-over': live(['S1', '', 1000, null, 5, false]),
    'sale-to-come': live(['S2', '', 1000, 500, 5, false]),
    'private-one': draft(['S3', '', 1000, null, 5, false]),
    'backorder-ok': live(['S5', '', 1000, null, 0, true]),
    'backorder-notify': live(['S6', '', 1000, null, -2, true]),
    'outofstock-word': live(['S11', '', 1000, null, 0, false]),
    'virtual-one': live(['S12', '', 1000, null, null, false]),
    'any-size-tee': live(['P14-R', 'Any/Red', 1200, null, 3, false]),
  })
  expect(rows.find(({ line }) => line === 7)?.warnings).toEqual([])
  expect(rows.find(({ line }) => line === 8)?.warnings).toEqual(['price_zero'])
})

test('customers without an email or phone are nobody else', async () => {
  const { customers } = clients
  const alone = await customers.rows(await customers.check(file('people/shopify-customers-phone-only.csv')))
  expect(alone).toMatchObject([{ outcome: 'create' }, { outcome: 'refuse' }, { outcome: 'create' }])
  expect(JSON.stringify([alone[0]?.changes, alone[2]?.changes])).not.toContain('Geheimgasse')
  const checked = await customers.check(file('people/shopify-customers.csv'))
  const rows = await customers.rows(checked)
  expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
    [2, 'create'],
    [3, 'refuse'],
    [4, 'create'],
    [5, 'create'],
    [6, 'create'],
    [8, 'create'],
    [9, 'refuse'],
    [10, 'create'],
  ])
  expect(JSON.stringify(rows[2]?.changes)).toContain('Calle 1')
})

test('dates of orders are read or asked about, in files and workbooks', async () => {
  const { orders } = clients
  const { id, format, mapping, decimalmark, step } = await (async () => {
    const { answer } = await orders.upload(file('people/orders-dates.csv'))
    return answer.data
  })()
  expect(step).toBe('mapping')
  await staff.send(mapImport, { id, format, mapping, decimalmark, dateorder: 'mdy' })
  const book = await orders.check(file('people/excel-orders-with-date-cells.xlsx'))
  const placed = async (of: { id: number }) =>
    (await orders.rows(of, { limit: 100 })).map(
      ({ changes, reason }) => reason ?? changes.find(({ field }) => field === 'Placed')?.after,
    )
  expect(await placed({ id })).toEqual([
    '2023-12-10',
    '2023-10-12',
    '2023-12-10',
    '2023-12-10',
    '2023-12-10',
    '2023-12-10',
    '2023-12-10',
    'Line 9: “1702202400” under Date is not a date. Write it as 2024-05-31',
    'Line 10: “45270” under Date is not a date. Write it as 2024-05-31',
    'Line 11: “2023-12-10 25:00” under Date is not a date. Write it as 2024-05-31',
    'Line 12: “2030-01-01” under Date has not come yet',
  ])
  expect(await placed(book)).toEqual(['2023-12-10', '2023-12-10', '2023-12-10', '2023-10-12', '2023-12-10'])
})
