import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgotPassword, login, resetPassword } from '#contract/identity/auth.ts'
import { listExports } from '#contract/export/list-export.ts'
import { testApp } from '#test/harness/app/app.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { home, latestEmail, newUser, secret, signedIn, stranger } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let staff: Client
let customers: ReturnType<typeof importClient>
afterAll(async () => {
  await customers.close()
  await stop()
})
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1, email: 'owner@example.com' })).email)
  customers = importClient(staff, 'customers', { url, dataDir })
})

const people = async () => {
  const { rows } = await sql`
    select u.email, u.full_name as name, (u.created_at at time zone 'Asia/Kolkata')::date::text as since,
      (select json_agg(json_build_object('line1', a.line1, 'default', a.is_default) order by a.id)
        from address a where a.config_id = u.config_id and a.user_id = u.id) as addresses
    from app_user u where u.config_id = 1 and u.role_id = 2 order by u.email`.execute(db)
  return rows
}

const shopifyHeadings =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags'
const shopifyFile = [
  shopifyHeadings,
  `1,Mira,Shah,Mira@Example.com,yes,,4 Lake Road,,Pune,MH,IN,'411001,,'+919876543210,no,10.00,1,,no,`,
  `2,Tom,,tom@example.com,no,,1 Low Street,,Leeds,ENG,GB,LS1 1AA,,,no,0,0,,no,`,
  `3,Ann,Lee,no email,no,,,,,,,,,,no,0,0,,no,`,
  `4,Owner,,owner@example.com,no,,,,,,,,,,no,0,0,,no,`,
  `5,Again,,tom@example.com,no,,,,,,,,,,no,0,0,,no,`,
].join('\n')

test('a Shopify export comes in, changes nothing the second time, and is undone', async () => {
  const before = await people()
  const checked = await customers.check(shopifyFile)
  expect(checked).toMatchObject({ format: 'shopify', counts: { create: 2, refuse: 3 } })
  expect(await customers.rows(checked)).toMatchObject([
    { name: 'Mira Shah', outcome: 'create' },
    { name: 'Tom', outcome: 'create', notes: [] },
    { reason: '“no email” is not an email' },
    { reason: 'This email belongs to a member of the staff' },
    { reason: 'The email tom@example.com is also on line 3' },
  ])
  expect(await customers.apply(checked)).toMatchObject({ state: 'done', counts: { failed: 0 } })
  expect(await people()).toMatchObject([
    { email: 'mira@example.com', name: 'Mira Shah', addresses: [{ line1: '4 Lake Road', default: true }] },
    { email: 'tom@example.com', name: 'Tom', addresses: [{ line1: '1 Low Street', default: true }] },
  ])
  const { rows: emails } = await sql`select from email`.execute(db)
  expect(emails).toEqual([])
  const again = await customers.check(shopifyFile)
  expect(again.counts).toMatchObject({ create: 0, update: 0, unchanged: 2 })
  expect(await customers.undo(checked)).toMatchObject({ state: 'undone', counts: { kept: 0 } })
  expect(await people()).toEqual(before)
})

test('nobody can sign in to an imported account before its owner has chosen a password', async () => {
  const done = await customers.apply(
    await customers.check('Email,Name,Customer since\nnew@example.com,New,2020-02-29\n'),
  )
  expect(await people()).toMatchObject([{ name: 'New', since: '2020-02-29' }])
  for (const password of ['', ' ', 'a long winding road'])
    expect((await stranger(app).send(login, { email: 'new@example.com', password })).status).not.toBe(200)
  const owner = stranger(app)
  await owner.send(forgotPassword, { email: 'new@example.com' })
  const { token = '' } = (await latestEmail(db, 'new@example.com')) ?? {}
  expect(await owner.send(resetPassword, { token, password: secret, confirmpassword: secret })).toMatchObject(
    { status: 200 },
  )
  await signedIn(app, 'new@example.com')
  const undone = await customers.undo(done)
  expect(undone.counts.kept).toBe(1)
  expect((await customers.rows(done))[0]?.reason).toBe('The customer has used this account or has orders')
  await sql`delete from app_user where email = 'new@example.com'`.execute(db)
})

test('what a customer has written is kept, and undo removes what the import added', async () => {
  const { id } = await newUser(db, { email: 'asha@shop.example', full_name: 'Asha' })
  const { fullName, ...place } = home
  await db
    .insertInto('address')
    .values({ ...place, full_name: fullName, config_id: 1, user_id: id, pincode: '411001', is_default: true })
    .execute()
  const own = await people()
  const file = [
    'Email,Name,Customer since,Recipient,Phone,Address,Address line 2,City,State,Postal code,Country',
    'ASHA@shop.example,Other name,,Asha Rao,+91 98765 43210,4  rose lane,,Pune,MH,411001,India',
    'asha@shop.example,,,Asha Rao,+91 98765 43210,9 Hill Road,,Pune,MH,411002,IN',
  ].join('\n')
  const checked = await customers.check(file)
  expect(await customers.rows(checked)).toMatchObject([
    {
      outcome: 'update',
      changes: [{ field: 'Address', after: expect.stringContaining('9 Hill Road') }],
      notes: ['The customer’s own name is kept: Asha'],
    },
  ])
  await customers.apply(checked)
  expect(await people()).toMatchObject([
    {
      name: 'Asha',
      addresses: [
        { line1: '4 Rose Lane', default: true },
        { line1: '9 Hill Road', default: false },
      ],
    },
  ])
  await customers.undo(checked)
  expect(await people()).toEqual(own)
})

test.each(['csv', 'xlsx', 'jsonl'] as const)(
  'the file of all customers as %s comes in unchanged',
  async (format) => {
    const { answer } = await staff.send(listExports.customers, { format })
    const parts: Uint8Array[] = []
    for await (const part of answer.stream) parts.push(part)
    const checked = await customers.check(Buffer.concat(parts))
    expect(checked).toMatchObject({
      format: 'haat',
      counts: { create: 0, update: 0, refuse: 0, unchanged: 1 },
    })
  },
)

test('a WooCommerce export comes in', async () => {
  const checked = await customers.check(
    [
      'customer_id,user_login,user_email,first_name,last_name,date_registered,billing_first_name,billing_address_1,billing_city,billing_state,billing_postcode,billing_country,billing_phone',
      '7,ravi,ravi@example.com,Ravi,Nair,2021-03-04 09:05:00,Ravi,8 Sea View,Kochi,KL,682001,IN,+914842222222',
    ].join('\n'),
  )
  expect(checked).toMatchObject({ format: 'woocommerce', counts: { create: 1 } })
  await customers.apply(checked)
  expect(await people()).toContainEqual({
    email: 'ravi@example.com',
    name: 'Ravi Nair',
    since: '2021-03-04',
    addresses: [{ line1: '8 Sea View', default: true }],
  })
})

test('nobody gets what belongs to another customer', async () => {
  const file = [
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Total Spent',
    "'1,First,Person,first@example.com,yes,1 Lake Road,Pune,MH,IN,'411001,'+919812345671,,0.00",
    "'2,Second,Person,,no,9 Secret Lane,Pune,MH,IN,'411002,'+919812345672,'+919812345672,0.00",
    "'3,Third,Person,third@example.com,no,3 Hill Road,Pune,MH,IN,'411003,,,0.00",
    "'4,Fourth,Person,fourth@example.com,no,4 Hill Road,Pune,MH,IN,'411003,'123,,0.00",
    "'5,Up,Per,UP@Example.com,no,,,,,,,,0.00",
    "'6,Up,Again,up@example.com,no,6 Hill Road,Pune,MH,IN,'411003,'+919812345676,,0.00",
    "'7,,,,no,,,,,,,'+919812345677,0.00",
    "'8,Bad,Address,bad@@example,no,,,,,,,,0.00",
  ].join('\n')
  const checked = await customers.check(file)
  expect(await customers.rows(checked)).toMatchObject([
    { name: 'First Person', outcome: 'create' },
    {
      line: 3,
      outcome: 'refuse',
      reason: 'Enter an email. A customer without one cannot be reached or sign in',
    },
    { name: 'Third Person', notes: [] },
    { name: 'Fourth Person', notes: ['Line 5: “123” is not a phone number and is left out'] },
    { name: 'Up Per', notes: ['Line 7 has the same email. Its name “Up Again” is left out'] },
    { line: 8, outcome: 'refuse' },
    { line: 9, reason: '“bad@@example” is not an email' },
  ])
  await customers.apply(checked)
  const { rows } = await sql`
    select u.email, a.full_name as recipient, a.line1, a.phone from app_user u
    left join address a on a.config_id = 1 and a.user_id = u.id
    where u.config_id = 1 and u.email = any(${['first@example.com', 'third@example.com', 'fourth@example.com', 'up@example.com']})
    order by u.id`.execute(db)
  expect(rows).toEqual([
    { email: 'first@example.com', recipient: 'First Person', line1: '1 Lake Road', phone: '+919812345671' },
    { email: 'third@example.com', recipient: 'Third Person', line1: '3 Hill Road', phone: '' },
    { email: 'fourth@example.com', recipient: 'Fourth Person', line1: '4 Hill Road', phone: '' },
    { email: 'up@example.com', recipient: 'Up Again', line1: '6 Hill Road', phone: '+919812345676' },
  ])
})
