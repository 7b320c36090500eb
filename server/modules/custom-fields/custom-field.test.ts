import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAudit, undoAudit } from '#contract/audit/audit.ts'
import { getProducts, type ProductDetail } from '#contract/catalog/product.ts'
import { getAdminProducts, patchProduct } from '#contract/catalog/admin/product.ts'
import {
  createCustomField,
  customFieldInput,
  deleteCustomField,
  getCustomField,
  getCustomFields,
  MAX_CUSTOM_FIELDS,
  updateCustomField,
} from '#contract/custom-fields/custom-field.ts'
import { getCustomValues, updateCustomValues } from '#contract/custom-fields/custom-value.ts'
import { getCustomers } from '#contract/identity/customer.ts'
import { links } from '#contract/links.ts'
import { getAdminOrders } from '#contract/orders/admin-order.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newUser, signedIn, staffWith } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Client
let goods: Goods

const add = async (field: object) => {
  const { status, answer } = await staff.send(createCustomField, { subject: 'product', ...field })
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer.data.id
}
const set = (values: object, id = goods.lamp, subject = 'product') =>
  staff.send(updateCustomValues, { subject, id, values })
const get = async (id = goods.lamp, subject = 'product') =>
  (await staff.send(getCustomValues, { subject, ids: String(id) })).answer.data.records[0]
const lastEntry = async (subject: string) => (await staff.send(getAudit, { subject })).answer.data[0]!

beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  goods = await makeGoods(db)
  await add({ key: 'care', kind: 'text', name: 'Care' })
  await add({ key: 'watts', kind: 'number', name: 'Watts', isFilterable: true })
  await add({ key: 'deposit', kind: 'money', name: 'Deposit' })
  await add({ key: 'launch', kind: 'date', name: 'Launch' })
  await add({ key: 'grade', kind: 'choice', name: 'Grade', choices: ['A', 'B'] })
  await add({ key: 'fragile', kind: 'yes_no', name: 'Fragile' })
  await add({ key: 'manual', kind: 'link', name: 'Manual' })
  await add({ key: 'badge', kind: 'image', name: 'Badge' })
  await add({ key: 'spare', kind: 'reference', target: 'product', name: 'Spare part' })
})

test('each kind stores and answers its values, amounts exactly', async () => {
  const values = {
    care: 'Wipe it dry',
    watts: 7.5,
    deposit: 499.5,
    launch: '2026-11-27',
    grade: 'B',
    fragile: false,
    manual: 'https://example.com/manual.pdf',
    spare: goods.mug,
  }
  expect(await set(values)).toMatchObject({ status: 200 })
  expect((await get())!.values).toEqual(values)
  expect(await set({ care: null, fragile: null })).toMatchObject({ status: 200 })
  const { care: _care, fragile: _fragile, ...rest } = values
  expect((await get())!.values).toEqual(rest)
})

test.each([
  ['care', 7, 'Enter a text'],
  ['care', ' ', 'Enter a text'],
  ['watts', '7', 'Enter a number'],
  ['watts', 1e13, 'This number is too large'],
  ['deposit', -1, 'Enter an amount of 0 or more'],
  ['deposit', 1.005, 'Enter at most 2 decimals, as INR has'],
  ['launch', '2026-02-30', 'Enter a day, such as 2026-11-27'],
  ['grade', 'C', 'Choose one of: A, B'],
  ['fragile', 'yes', 'Choose yes or no'],
  ['manual', 'javascript:alert(1)', 'Enter a web address that begins with https:// or http://'],
  ['badge', 'missing.webp', 'The image missing.webp has not been uploaded'],
  ['spare', 2_000_000_000, 'There is no product with the id 2000000000'],
  ['colour', 'red', 'There is no custom field colour'],
])('refuses %s %j and changes nothing', async (key, value, message) => {
  const before = await get()
  expect(await set({ watts: 3, [key]: value })).toMatchObject({ status: 400, message })
  expect(await get()).toEqual(before)
})

test('names every wrong value at once', async () => {
  expect(await set({ grade: 'C', fragile: 3 })).toMatchObject({
    issues: [{ path: 'values.grade' }, { path: 'values.fragile' }],
  })
})

test('a change is in the log and can be undone value by value', async () => {
  await set({ care: 'Wash it', watts: 5 })
  await set({ care: 'Iron it', watts: 6 })
  const entry = await lastEntry('product_custom_values')
  expect(entry.changes.map(({ name, before, after }) => [name, before, after])).toEqual([
    ['Care', ['Wash it'], ['Iron it']],
    ['Watts', ['5'], ['6']],
  ])
  expect(await staff.send(undoAudit, { entry: entry.id, fields: ['care'] })).toMatchObject({ status: 200 })
  expect((await get())!.values).toMatchObject({ care: 'Wash it', watts: 6 })
})

test('a later change of somebody else is a conflict', async () => {
  const { version } = (await get())!
  await set({ watts: 8 })
  const change = { subject: 'product', id: goods.lamp, values: { watts: 9 }, version } as const
  expect(await staff.send(updateCustomValues, change)).toMatchObject({
    status: 409,
    code: 'version_conflict',
  })
})

test('changes of different values at once are all stored', async () => {
  const all = await Promise.all([set({ watts: 11 }), set({ grade: 'A' }), set({ care: 'Dust it' })])
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await get())!.values).toMatchObject({ watts: 11, grade: 'A', care: 'Dust it' })
})

test('a deleted field hides its values, and undoing the deletion shows them', async () => {
  const id = await add({ key: 'origin_story', kind: 'text', name: 'Story' })
  await set({ origin_story: 'Long ago' })
  expect(await staff.send(deleteCustomField, { id })).toMatchObject({ status: 200 })
  expect((await get())!.values).not.toHaveProperty('origin_story')
  const { id: entry } = await lastEntry('custom_field')
  expect(await staff.send(undoAudit, { entry })).toMatchObject({ status: 200 })
  expect((await staff.send(getCustomField, { id })).answer.data.key).toBe('origin_story')
  expect((await get())!.values).toMatchObject({ origin_story: 'Long ago' })
})

describe('a field', () => {
  test.each([
    [{ key: 'Care', kind: 'text' }, 400],
    [{ key: 'care', kind: 'text' }, 409],
    [{ key: 'tier', kind: 'choice' }, 400],
    [{ key: 'tier', kind: 'text', choices: ['A'] }, 400],
    [{ key: 'tier', kind: 'reference' }, 400],
    [{ key: 'tier', kind: 'text', subject: 'order', isPublic: true }, 400],
    [{ key: 'tier', kind: 'text', schemaProperty: 'material' }, 400],
  ])('that is wrong is refused: %j', async (field, status) => {
    const input = { subject: 'product', name: 'X', ...field } as never
    expect((await staff.send(createCustomField, input)).status).toBe(status)
  })

  test('keeps its key and kind, and what does not fit its kind is refused', async () => {
    const { data } = (await staff.send(getCustomFields, { q: 'grade' })).answer
    const id = data[0]!.id
    expect(await staff.send(updateCustomField, { id, kind: 'text' })).toMatchObject({ status: 400 })
    expect(await staff.send(updateCustomField, { id, choices: [] })).toMatchObject({ status: 400 })
    expect(await staff.send(updateCustomField, { id, name: 'Class' })).toMatchObject({ status: 200 })
    expect((await staff.send(getCustomField, { id })).answer.data).toMatchObject({
      key: 'grade',
      name: 'Class',
    })
  })

  test('is one of a limited number', async () => {
    const keys = Array.from({ length: MAX_CUSTOM_FIELDS + 1 }, (_, index) => `k${index}`)
    const fields = keys.map((key) =>
      customFieldInput.parse({ subject: 'category', key, kind: 'text', name: key }),
    )
    const answers = await Promise.all(fields.map((field) => staff.send(createCustomField, field)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_CUSTOM_FIELDS)
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({ code: 'too_many_fields' })
  })
})

describe('a list', () => {
  const found = async (custom: string) => {
    const { answer } = await staff.send(getAdminProducts, { custom })
    return answer.data.map(({ productid }) => productid)
  }

  test('of products is filtered by values and ranges, also those of variants', async () => {
    await add({ subject: 'variant', key: 'bin', kind: 'text', name: 'Bin' })
    await set({ watts: 40, deposit: 12.5, launch: '2026-01-05', fragile: true, grade: 'A' })
    await set({ bin: 'Shelf: 4' }, goods.lampVariants[0], 'variant')
    for (const custom of [
      'watts:40',
      'watts:39..41',
      'watts:40..',
      'deposit:12.5',
      'deposit:..13\nwatts:..40',
      'launch:2026-01-01..2026-01-31',
      'fragile:true',
      'grade:A',
      'bin:Shelf: 4',
    ])
      expect(await found(custom), custom).toEqual([goods.lamp])
    for (const custom of [
      'watts:41..',
      'watts:4',
      'launch:..2025-12-31',
      'grade:B',
      'grade:1..2',
      'bin:Shelf',
    ])
      expect(await found(custom), custom).toEqual([])
    expect(await staff.send(getAdminProducts, { custom: 'watts' })).toMatchObject({ status: 400 })
    const second = await staff.send(getAdminProducts, { custom: 'grade:A', limit: 1, page: 2 })
    expect([second.answer.data.length, second.answer.total]).toEqual([0, 1])
    await set({ grade: 'A' }, goods.mug)
    const counted = await staff.send(getAdminProducts, { custom: 'grade:A', limit: 1, page: 2 })
    expect([counted.answer.data.length, counted.answer.total]).toEqual([1, 2])
    await set({ grade: null }, goods.mug)
  })

  test('of customers and of orders is filtered too', async () => {
    const { id } = await newUser(db, {})
    const { answer } = await order(client(app), {
      items: [{ productid: goods.lamp, variantid: goods.lampVariants[0], quantity: 1 }],
    })
    const { data } = (await staff.send(getAdminOrders, { q: answer.data.number })).answer
    await add({ subject: 'customer', key: 'tier', kind: 'text', name: 'Tier' })
    await add({ subject: 'order', key: 'po', kind: 'text', name: 'Purchase order' })
    await set({ tier: 'Gold' }, id, 'customer')
    await set({ po: 'PO 1' }, data[0]!.id, 'order')
    const customers = (await staff.send(getCustomers, { custom: 'tier:Gold' })).answer.data
    expect(customers.map((customer) => customer.id)).toEqual([id])
    const orders = (await staff.send(getAdminOrders, { custom: 'po:PO 1' })).answer.data
    expect(orders.map(({ number }) => number)).toEqual([answer.data.number])
  })
})

test('shoppers see public fields on the page of a product, and no others', async () => {
  const shown = async () => {
    const { answer } = await client(app).send(getProducts, { productid: goods.mug })
    return (answer.response[0] as ProductDetail).details.filter(({ name }) => name.startsWith('Public'))
  }
  const field = (kind: string, more = {}) =>
    add({ key: `public_${kind}`, kind, name: `Public ${kind}`, isPublic: true, ...more })
  const id = await field('text', { schemaProperty: 'material' })
  for (const kind of ['money', 'date', 'yes_no', 'link']) await field(kind)
  await field('reference', { target: 'product' })
  await add({ key: 'secret', kind: 'text', name: 'Public it is not' })
  await set(
    {
      public_text: 'Stoneware',
      public_money: 1499.5,
      public_date: '2026-11-27',
      public_yes_no: true,
      public_link: 'https://example.com/a?b=1',
      public_reference: goods.lamp,
      secret: 'x',
    },
    goods.mug,
  )
  await expect.poll(shown).toEqual([
    { name: 'Public date', description: '27 November 2026' },
    { name: 'Public link', description: 'example.com', link: 'https://example.com/a?b=1' },
    { name: 'Public money', description: '₹1,499.50' },
    { name: 'Public reference', description: 'Lamp', link: links.product(goods.lamp) },
    { name: 'Public text', description: 'Stoneware', property: 'material' },
    { name: 'Public yes_no', description: 'Yes' },
  ])
  await set({ public_text: 'Porcelain' }, goods.mug)
  await expect.poll(async () => (await shown()).map(({ description }) => description)).toContain('Porcelain')
  await db.updateTable('product').set({ status: 'draft' }).where('id', '=', goods.lamp).execute()
  await expect.poll(async () => (await shown()).length).toBe(5)
  await db.updateTable('product').set({ status: 'live' }).where('id', '=', goods.lamp).execute()
  await staff.send(updateCustomField, { id, isPublic: false, schemaProperty: null })
  await expect.poll(async () => (await shown()).map(({ name }) => name)).not.toContain('Public text')
})

test('the log of a record has its custom fields too', async () => {
  await staff.send(patchProduct, { id: goods.lamp, variantid: goods.lampVariants[0], price: 1234 })
  await set({ care: 'Keep it dry' })
  const of = async (subject: string) => {
    const { answer } = await staff.send(getAudit, { subject, subjectId: String(goods.lamp) })
    return [answer.total, ...answer.data.map((entry) => entry.subject)]
  }
  const [own, values] = [await of('product'), await of('product_custom_values')]
  const both = await of('product,product_custom_values,product')
  expect(both.slice(0, 2)).toEqual([Number(own[0]) + Number(values[0]), 'product_custom_values'])
  expect(both).toContain('product')
})

test('staff read and change only the values that their permissions cover', async () => {
  const { browser } = await staffWith(db, app, ['orders'])
  const read = (subject: string) => browser.send(getCustomValues, { subject, ids: '1' })
  const write = (subject: string) => browser.send(updateCustomValues, { subject, id: 1, values: { x: 'y' } })
  for (const subject of ['product', 'variant', 'category', 'customer'])
    expect([(await read(subject)).status, (await write(subject)).status]).toEqual([403, 403])
  expect((await read('order')).status).toBe(200)
  expect(await browser.send(createCustomField, { key: 'a', kind: 'text' })).toMatchObject({
    status: 403,
  })
  const { answer } = await browser.send(getCustomValues, { subject: 'order', ids: '1,2,99999' })
  expect(answer.data.records.map(({ id }) => id)).not.toContain(99999)
})
