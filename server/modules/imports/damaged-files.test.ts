import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getImport, uploadImport } from '#contract/imports/import.ts'
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

const examples: Record<ImportedKind, string> = {
  products: 'Handle,Option 1 name,Name,SKU,Price\ncup,,Cup,C1,5\n',
  customers: 'Email,Customer since,Name\nasha@example.com,2020-01-01,Asha\n',
  orders:
    'Order,Placed,Status,Email,Total,Item,Quantity,Unit price\n7,2020-01-01,delivered,asha@example.com,5,Cup,1,5\n',
  redirects: 'Redirect from,Redirect to\n/old,/new\n',
  stock: 'SKU,Quantity\nC1,5\n',
}
const kinds = Object.keys(examples) as ImportedKind[]

test.each(kinds)('a file of %s is named under every other kind', async (kind) => {
  for (const other of kinds) {
    const sent = await clientOf(other).upload(examples[kind])
    expect([kind, other, sent.status]).toEqual([kind, other, kind === other ? 201 : 400])
    if (kind !== other) expect(sent.message).toContain('This looks like a file of')
  }
})

test.each(kinds)('a damaged file of %s ends with a sentence', async (kind) => {
  const client = clientOf(kind)
  const [headings = '', row = ''] = examples[kind].split('\n')
  const many = Array.from({ length: 300 }, () => row).join('\n')
  const damaged: Record<string, Buffer> = {
    'cut within quotes': Buffer.from(`${headings}\n${many}\n"cut`),
    binary: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
    'a cut workbook': Buffer.from('PK\u0003\u0004cut', 'latin1'),
    // One reader reads the lines of all kinds.
    ...(kind === 'products' && {
      'a line of 8 MB': Buffer.from(`${headings}\n${'x'.repeat(8 * 1024 * 1024)}\n`),
    }),
    empty: Buffer.from(`${headings}\n`),
    'half of UTF-16': Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(examples[kind], 'utf16le').subarray(0, -1),
    ]),
  }
  for (const [name, bytes] of Object.entries(damaged)) {
    const sent = await client.upload(bytes)
    const isSentence = sent.status === 400 ? sent.message.length > 10 : sent.status === 201
    expect([name, isSentence]).toEqual([name, true])
  }
  // The job survives all of them and takes the next file.
  const checked = await client.check(examples[kind])
  expect(checked.state).toBe('ready')
})

test.each(kinds)('%s in Windows-1252, UTF-16 and with other delimiters are read alike', async (kind) => {
  const client = clientOf(kind)
  const text = examples[kind]
  const encoded = [
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(text.replaceAll(',', ';'), 'latin1'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text.replaceAll(',', '\t'), 'utf16le')]),
  ]
  const expected = await client.rows(await client.check(text))
  for (const bytes of encoded) {
    const rows = await client.rows(await client.check(bytes))
    expect(rows.map(({ name, outcome }) => [name, outcome])).toEqual(
      expected.map(({ name, outcome }) => [name, outcome]),
    )
  }
})

test('a formula stays a text', async () => {
  const customers = clientOf('customers')
  await customers.apply(
    await customers.check(`Email,Customer since,Name\nformula@example.com,,"=HYPERLINK(""x"")"\n`),
  )
  const user = await db
    .selectFrom('app_user')
    .select('full_name')
    .where('email', '=', 'formula@example.com')
    .executeTakeFirst()
  expect(user?.full_name).toBe('=HYPERLINK("x")')
})

test('one bad row of a batch refuses itself alone', async () => {
  const products = clientOf('products')
  const lines = Array.from({ length: 30 }, (_, i) => `p-${i},Product ${i},S-${i},5`)
  const checked = await products.check(`Handle,Name,SKU,Price\n${lines.join('\n')}\n`)
  expect(checked.counts.create).toBe(30)
  await sql`
    create function refuse_seven() returns trigger language plpgsql as $$
    begin raise exception 'seven' using errcode = 'check_violation'; end $$`.execute(db)
  await sql`create trigger refuse_seven before insert on product for each row when (new.slug = 'p-7')
    execute function refuse_seven()`.execute(db)
  const done = await products.apply(checked)
  expect(done).toMatchObject({ state: 'done', done: 30, counts: { failed: 1 } })
  const rows = await products.rows(checked, { limit: 100 })
  expect(rows.filter(({ recordid }) => recordid !== null)).toHaveLength(29)
  expect(rows.find(({ outcome }) => outcome === 'failed')).toMatchObject({
    name: 'Product 7',
    reason: 'The database refused a value of this row',
  })
})

test('a check that the database refuses ends, and the next file is checked', async () => {
  const redirects = clientOf('redirects')
  await sql`
    create function refuse_item() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = 'data_exception'; end $$`.execute(db)
  await sql`create trigger refuse_item before insert on data_import_item for each row
    when (new.name like '%/refused%') execute function refuse_item()`.execute(db)
  expect(await redirects.check('Redirect from,Redirect to\n/refused,/new\n')).toMatchObject({
    state: 'failed',
    error: 'The database refused a value of this row',
  })
  expect(await redirects.check(examples.redirects)).toMatchObject({ state: 'ready' })
})

test('names what cannot be imported', async () => {
  const products = clientOf('products')
  const checked = await products.check(
    'Handle,Name,SKU,Price\nnew-1,,N1,5\nnew-2,Two,,\nnew-3,Three,S3,5\nnew-4,Four,S3,5\nnew-5,Five,N5,soon\n',
  )
  expect(checked.counts).toMatchObject({ create: 2, refuse: 3 })
  const rows = await products.rows(checked, { outcome: 'refuse' })
  expect(rows.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'A new product needs a name'],
    [3, 'Enter a price'],
    [6, 'Line 6: “soon” under Price is not an amount of 0 or more'],
  ])
})

test('a file that cannot be read is refused, at once or by the check', async () => {
  const send = (text: string) => staff.upload(uploadImport, {}, { file: Buffer.from(text) })
  expect(await send('Name,Name\n1,2')).toMatchObject({
    status: 400,
    message: 'The heading “Name” appears twice',
  })
  expect(await send('\u0089PNG\0')).toMatchObject({ status: 400 })
  // The upload reads the first rows only.
  const tea = Array.from({ length: 300 }, (_, i) => `Tea ${i},3`).join('\n')
  const broken = await clientOf('products').check(`Name,Price\n${tea}\n"Mug,4\n`)
  expect(broken).toMatchObject({ state: 'failed', error: expect.stringContaining('not closed') })
  expect(await staff.send(getImport, { id: 999_999 })).toMatchObject({ status: 404 })
})
