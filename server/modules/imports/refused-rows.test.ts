import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyImport, exportRefusedRows, mapImport, withdrawImport } from '#contract/imports/import.ts'
import type { ImportedKind } from '#contract/imports/kinds.ts'
import { testApp } from '#test/harness/app/app.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let staff: Client
let clientOf: (kind: ImportedKind) => ReturnType<typeof importClient>
const open: ReturnType<typeof importClient>[] = []
afterAll(async () => {
  for (const one of open) await one.close()
  await stop()
})
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  clientOf = (kind) => {
    const client = importClient(staff, kind, { url, dataDir })
    open.push(client)
    return client
  }
})

/** The file of refused rows, without its byte order mark. */
async function refused({ id }: { id: number }): Promise<string> {
  const { answer } = await staff.send(exportRefusedRows, { id })
  const parts: Uint8Array[] = []
  for await (const part of answer.stream) parts.push(part)
  return Buffer.concat(parts).toString().replace('\uFEFF', '')
}
const lines = (...texts: string[]) => texts.map((text) => `${text}\r\n`).join('')

test('a refused product comes back with all its rows, and is imported once it is mended', async () => {
  const products = clientOf('products')
  const checked = await products.check(
    [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Tags,Supplier code',
      'tee,Tee,Size,S,T-S,soon,"-20 °C, soft",=A1',
      'cup,Cup,,,CUP,5,,',
      'tee,,,M,T-M,5,,7',
      'hat,Hat,,,HAT,later,,',
    ].join('\n'),
  )
  expect(checked.counts).toMatchObject({ create: 1, refuse: 2 })
  const file = await refused(checked)
  expect(file).toBe(
    lines(
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Tags,Supplier code,Reason',
      `tee,Tee,Size,S,T-S,soon,"'-20 °C, soft","'=A1",Line 2: “soon” under Variant Price is not an amount of 0 or more`,
      'tee,,,M,T-M,5,,7,',
      'hat,Hat,,,HAT,later,,,Line 5: “later” under Variant Price is not an amount of 0 or more',
    ),
  )
  const mended = await products.check(file.replace(',soon,', ',4,'))
  expect(mended).toMatchObject({
    format: 'shopify',
    counts: { create: 1, refuse: 1 },
    leftbehind: [
      { heading: 'Supplier code', rows: 2 },
      { heading: 'Reason', rows: 2 },
    ],
  })
  // A second round has one column of reasons, and names what is refused now.
  expect(await refused(mended)).toBe(
    lines(
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Tags,Supplier code,Reason',
      'hat,Hat,,,HAT,later,,,Line 4: “later” under Variant Price is not an amount of 0 or more',
    ),
  )
  await products.apply(mended)
  const { rows } = await sql`
    select p.slug, s.description, (select count(*) from variant v where v.config_id = 1 and v.product_id = p.id) as variants
    from product p join product_specification s on s.config_id = p.config_id and s.product_id = p.id`.execute(
    db,
  )
  expect(rows).toEqual([{ slug: 'tee', description: '-20 °C, soft', variants: 2 }])
})

const wholeRecords: [ImportedKind, string, string, string[]][] = [
  [
    'products',
    'WooCommerce variations far from their product',
    [
      'ID,Type,SKU,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)',
      '1,variable,V,Vest,1,,,Size,"S, M"',
      '2,simple,B,Bag,1,5,,,',
      '3,variation,V-S,,1,much,V,Size,S',
      '4,variation,V-M,,1,6,V,Size,M',
      '5,variation,X-M,,1,6,X,Size,M',
    ].join('\n'),
    ['1', '3', '4', '5'],
  ],
  [
    'products',
    'Magento simple products before the configurable one',
    [
      'sku,product_type,attribute_set_code,name,price,configurable_variations',
      'M-S,simple,Default,Mug S,much,',
      'BAG,simple,Default,Bag,5,',
      'M-L,simple,Default,Mug L,7,',
      'M,configurable,Default,Mug,,"sku=M-S,size=S|sku=M-L,size=L"',
    ].join('\n'),
    ['M-S', 'M-L', 'M'],
  ],
  [
    'customers',
    'addresses of one customer',
    [
      'Email,Customer since,Name,Address,City',
      'asha@example.com,never,Asha,Road 1,Pune',
      'asha@example.com,,Asha,Road 2,Pune',
      'ravi@example.com,2020-01-01,Ravi,,',
    ].join('\n'),
    ['asha@example.com', 'asha@example.com'],
  ],
  [
    'orders',
    'items of one order',
    [
      'Order,Placed,Status,Email,Total,Item,Quantity,Unit price',
      '7,2020-01-01,delivered,asha@example.com,5,Cup,1,5',
      '8,2020-01-02,lost,asha@example.com,10,Cup,1,5',
      '8,,,,,Pot,1,5',
    ].join('\n'),
    ['8', '8'],
  ],
  ['redirects', 'a path', 'Redirect from,Redirect to\n/a,https://evil.example\n/b,/c\n', ['/a']],
]

test.each(wholeRecords)('whole records of %s: %s', async (kind, _name, file, expected) => {
  const client = clientOf(kind)
  const found = (await refused(await client.check(file))).trim().split('\r\n')
  expect(found.slice(1).map((line) => line.split(',')[0])).toEqual(expected)
  const again = await client.check(found.join('\n'))
  expect(again.counts).toMatchObject({ create: 0, update: 0, unchanged: 0 })
  expect(again.leftbehind).toContainEqual({ heading: 'Reason', rows: again.counts.refuse })
})

test('mended rows are read as their file was: its columns, decimals and dates', async () => {
  const orders = clientOf('orders')
  const file = (...rows: string[]) =>
    ['Nr;Tag;Wert;Artikel;Preis', ...rows.map((row) => `${row};Cup;1.234`)].join('\n')
  const waiting = await orders.check(file('1;05/06/2023;1.234', '2;06/07/2023;'))
  expect(waiting.step).toBe('mapping')
  const mapping = { number: 'Nr', placed: 'Tag', total: 'Wert', item: 'Artikel', price: 'Preis' }
  const choice = { id: waiting.id, format: 'haat', mapping, decimalmark: ',', dateorder: 'dmy' } as const
  expect(await staff.send(mapImport, choice)).toMatchObject({ status: 200 })
  await orders.run()
  const mended = (await refused(waiting)).replace('06/07/2023,,', '06/07/2023,1.234,')
  const read = {
    step: 'ready',
    counts: { create: 1, refuse: 0 },
    mapping,
    decimalmark: ',',
    dateorder: 'dmy',
  }
  expect(await orders.check(mended)).toMatchObject(read)
})

test('a column “Reason” of the file itself is kept', async () => {
  const products = clientOf('products')
  const waiting = await products.check('Ware;Reason\nPot;Nice\n')
  const mapping = { name: 'Ware', description: 'Reason' }
  await staff.send(mapImport, { id: waiting.id, format: 'haat', mapping, decimalmark: '.' })
  await products.run()
  expect(await refused(waiting)).toBe(lines('Ware,Reason,Refused because', 'Pot,Nice,Enter a price'))
})

test('without its file, the line, the name and the reason are known', async () => {
  const redirects = clientOf('redirects')
  const file = 'Redirect from,Redirect to\n/x,/y\n/x,/z\n'
  const [emptied, forgotten] = [await redirects.check(file), await redirects.check(file)]
  await redirects.apply(emptied)
  expect(await staff.send(emptyImport, { id: emptied.id })).toMatchObject({ status: 200 })
  await db.deleteFrom('data_import_file').where('import_id', '=', forgotten.id).execute()
  const known = lines('Line,Name,Reason', '3,/x,The path /x is also on line 2')
  expect([await refused(emptied), await refused(forgotten)]).toEqual([known, known])
  expect(await staff.send(withdrawImport, { id: forgotten.id })).toMatchObject({ status: 200 })
})
