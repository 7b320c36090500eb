import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAdminOrders } from '#contract/orders/admin-order.ts'
import { getCustomers } from '#contract/identity/customer.ts'
import { searchAsStaff } from '#contract/search/staff-search.ts'
import { nationalDigits } from '#contract/orders/address/phone.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newOrder, storedAddress } from '#test/harness/data/coupon.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { newUser, staffWith } from '#test/harness/people/account.ts'
import { writeMissingDocuments } from './record-search.job.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Awaited<ReturnType<typeof staffWith>>
let orderId: number
let customerId: number

/** An address in a town. */
const addressIn = (fullName: string, city: string, pincode: string) =>
  JSON.stringify({ ...(JSON.parse(storedAddress(fullName)) as object), city, pincode })

const costing = (total: number) => ({ subtotal: total, total })

beforeAll(async () => {
  const { mug } = await makeGoods(db)
  const [variantId = 0] = await variantsOf(db, mug)
  staff = await staffWith(db, app, ['orders', 'customers', 'catalog'])
  orderId = await newOrder(db, {
    number: 'AB12-CD34-EF56',
    serial: 'HT-2026-000123',
    email: 'Meera.Nair@Example.com',
    phone: '+91 98714 18929',
    shipping_address: addressIn('Meera Nair', 'Kozhikode', '673 001'),
    billing_address: addressIn('José Müller', 'Thrissur', '680001'),
    ...costing(129_900),
  })
  await sql`
    insert into order_line (config_id, order_id, position, product_id, variant_id, name, options, sku, quantity, price, offer,
      tax_rate, subtotal, discount, coupon_discount, tax, total)
    values (1, ${orderId}, 0, ${mug}, ${variantId}, 'Stoneware teapot', '[]', 'POT-SAGE-7', 1, 129900, 0, 0, 129900, 0, 0,
      0, 129900)`.execute(db)
  await newOrder(db, { serial: 'HT-2026-001230', phone: '044 2811 0001', ...costing(50_000) })
  await newOrder(db, { config_id: 2, serial: 'HT-2026-000123', phone: '+91 98714 18929' })
  customerId = (await newUser(db, { full_name: 'Meera Nair', email: 'meera.nair@example.com' })).id
  await sql`
    insert into address (config_id, user_id, full_name, phone, line1, city, state, pincode)
    values (1, ${customerId}, 'Meera Nair', '09871-418929', '4 Rose Lane', 'Kozhikode', 'KL', '673001')`.execute(
    db,
  )
})

const serialsInList = async (q: string) =>
  (await staff.browser.send(getAdminOrders, { q })).answer.data.map(({ serial }) => serial)
const search = async (q: string, limit?: number) =>
  (await staff.browser.send(searchAsStaff, { q, limit })).answer.data

describe('an order is found by', () => {
  test.each([
    ['its serial', 'HT-2026-000123'],
    ['its serial with a hash', '#HT-2026-000123'],
    ['its serial without hyphens', 'ht2026000123'],
    ['its serial without prefix', '2026-000123'],
    ['its serial without prefix and year', '000123'],
    ['its number', 'ab12-cd34-ef56'],
    ['its number without hyphens', 'AB12CD34EF56'],
    ['the name', 'meera nair'],
    ['a part of the name', 'eer'],
    ['a name without its accents', 'jose muller'],
    ['the email in any capitals', 'MEERA.nair@example.COM'],
    ['the phone as bare digits', '9871418929'],
    ['the phone with country code', '+91 98714 18929'],
    ['the phone with country code without plus', '919871418929'],
    ['the phone with two zeros', '0091 98714 18929'],
    ['the phone with trunk zero and hyphen', '09871-418929'],
    ['the phone in groups', '(0987) 141 8929'],
    ['the phone and the name', 'meera 98714 18929'],
    ['the number and the phone', '000123 98714 18929'],
    ['the phone and the amount', '98714-18929 1299'],
    ['a SKU that ends with a digit, and the phone', 'pot-sage-7 98714-18929'],
    ['the town of the delivery', 'kozhikode'],
    ['the town of the bill', 'Thrissur'],
    ['the postal code', '673001'],
    ['the postal code as printed', '673 001'],
    ['the SKU', 'pot-sage-7'],
    ['the product', 'teapot'],
    ['the amount', '1299'],
    ['the amount with decimals', '1,299.00'],
    ['the amount with a sign', '₹1299'],
    ['the amount with the name of the currency', 'Rs. 1,299'],
    ['several words', 'nair teapot kozhikode'],
    ['a swapped letter', 'kozhikoed'],
    ['a wrong letter', 'kozhikade'],
    ['a missing letter', 'kozikode'],
    ['a letter too many, and another word', 'meera teapoot'],
  ])('%s: %s', async (_name, q) => {
    expect(await serialsInList(q)).toContain('HT-2026-000123')
    const { orders } = await search(q)
    expect(orders?.[0]?.serial).toBe('HT-2026-000123')
  })

  test('nothing that one of the words is not in, or that has two slips', async () => {
    for (const q of ['meera pune', '1298', '₹12', 'kozikoed', 'nait', '%', '9871418920', 'k'.repeat(200)])
      expect(await serialsInList(q), q).not.toContain('HT-2026-000123')
  })

  test('a slip is not forgiven where another order matches exactly', async () => {
    const id = await newOrder(db, { shipping_address: storedAddress('Kozhikoda') })
    expect(await serialsInList('kozhikoda')).toHaveLength(1)
    await db.deleteFrom('shop_order').where('id', '=', id).execute()
  })

  test('its tracking number, once it has shipped and after a correction', async () => {
    expect(await serialsInList('EE 123 456 IN')).toEqual([])
    const { rows } = await sql<{ id: number }>`
      insert into shipment (config_id, order_id, carrier, tracking, tracking_url)
      values (1, ${orderId}, 'Post', 'EE 123 456 IN', '') returning id`.execute(db)
    expect(await serialsInList('ee123456in')).toEqual(['HT-2026-000123'])
    await sql`update shipment set tracking = 'XX99887766' where id = ${rows[0]!.id}`.execute(db)
    expect(await serialsInList('EE123456IN')).toEqual([])
    expect(await serialsInList('xx99887766')).toEqual(['HT-2026-000123'])
  })

  test('what it became by an edit, and by nothing that it lost', async () => {
    const { email } = await db
      .updateTable('shop_order')
      .set({ email: 'other@example.com', ...costing(131_000) })
      .where('id', '=', orderId)
      .returning('email')
      .executeTakeFirstOrThrow()
    expect(await serialsInList(email)).toEqual(['HT-2026-000123'])
    expect(await serialsInList('1310')).toEqual(['HT-2026-000123'])
    expect(await serialsInList('meera.nair@')).toEqual([])
    await db
      .updateTable('shop_order')
      .set({ email: 'Meera.Nair@Example.com', ...costing(129_900) })
      .where('id', '=', orderId)
      .execute()
  })
})

describe('the palette', () => {
  test('answers an order by the end of its serial before newer ones that contain it', async () => {
    expect((await search('123')).orders?.map(({ serial }) => serial)).toEqual([
      'HT-2026-000123',
      'HT-2026-001230',
    ])
    expect((await search('2026', 1)).orders).toHaveLength(1)
  })

  test('finds customers by name, email, phone and town, and products by name and SKU', async () => {
    for (const q of ['meera', 'NAIR@EXAMPLE', '98714 18929', '+919871418929', 'kozhikode', 'kozhikoda']) {
      expect((await search(q)).customers, q).toEqual([
        { id: customerId, fullName: 'Meera Nair', email: 'meera.nair@example.com' },
      ])
      const { data } = (await staff.browser.send(getCustomers, { q })).answer
      expect(data, q).toMatchObject([{ id: customerId }])
    }
    await sql`update variant set sku = 'MUG-1' where id = (select min(id) from variant)`.execute(db)
    const { products } = await search('mug-1')
    expect(products).toMatchObject([{ sku: 'MUG-1', status: 'live' }])
    const [product] = products ?? []
    const named = (await search(product!.name.slice(0, 4).toUpperCase())).products
    expect(named).toMatchObject([{ id: product!.id, sku: null }])
  })

  test('finds guests by name, email and phone', async () => {
    const id = await newOrder(db, {
      email: 'Lila@guest.example',
      phone: '+44 20 7946 0958',
      shipping_address: storedAddress('Lila Byrne'),
    })
    for (const q of ['lila byr', 'LILA@guest', '020 7946 0958'])
      expect((await search(q)).customers, q).toMatchObject([
        { fullName: 'Lila Byrne', email: 'Lila@guest.example' },
      ])
    await db.deleteFrom('shop_order').where('id', '=', id).execute()
  })

  test('has only the kinds that the staff member may see, and only this shop', async () => {
    const packer = await staffWith(db, app, ['orders'])
    const { data } = (await packer.browser.send(searchAsStaff, { q: 'meera' })).answer
    expect(data).toMatchObject({ customers: null, products: null })
    expect(data.orders).toHaveLength(1)
    const writer = await staffWith(db, app, ['content'])
    const nothing = { orders: null, customers: null, products: null }
    expect((await writer.browser.send(searchAsStaff, { q: 'meera' })).answer.data).toEqual(nothing)
  })

  test.each([{}, { q: 'a' }, { q: 'ab', limit: 0 }, { q: 'ab', page: 2 }])('refuses %j', async (wrong) => {
    expect(await staff.browser.send(searchAsStaff, wrong as { q: string })).toMatchObject({ status: 400 })
  })
})

test('a job writes the documents of older orders and customers, the newest first', async () => {
  await sql`delete from order_search_document`.execute(db)
  await sql`delete from customer_search_document`.execute(db)
  await sql`
    insert into search_document_backlog (config_id, kind, up_to)
    select config_id, 'order', max(id) from shop_order group by config_id
    union all select config_id, 'customer', max(id) from app_user group by config_id`.execute(db)
  await writeMissingDocuments(db, 1)
  expect(await serialsInList('001230')).toEqual(['HT-2026-001230'])
  expect(await serialsInList('000123')).toEqual([])
  while ((await writeMissingDocuments(db, 1)) > 0);
  expect(await serialsInList('000123')).toEqual(['HT-2026-000123'])
  expect((await search('98714 18929')).customers).toHaveLength(1)
  expect(await db.selectFrom('search_document_backlog').selectAll().execute()).toEqual([])
})

test('database and contract read a phone number alike', async () => {
  const typed = [
    '9871418929',
    '+91 98714 18929',
    '09871-418929',
    '0091 9871418929',
    '+49 (0)30 123456',
    '+1 212 555 0100',
    '+971 4 123 4567',
    '+39 06 1234567',
    '030/123456',
    '+91 98714 18929 ext. 12',
    '९८७१४१८९२९',
    '(022) 2811-0001',
  ]
  const { rows } = await sql<{ digits: string }>`
    select national_phone_digits(typed) as digits from unnest(${typed}::text[]) with ordinality as t (typed, n) order by n`.execute(
    db,
  )
  expect(rows.map(({ digits }) => digits)).toEqual(typed.map(nationalDigits))
})
