import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCustomField, customFieldInput } from '#contract/custom-fields/custom-field.ts'
import {
  getCustomValues,
  updateCustomValues,
  type CustomValues,
} from '#contract/custom-fields/custom-value.ts'
import { listExports } from '#contract/export/list-export.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let staff: Client
let cup: number
let files: ReturnType<typeof importClient>
afterAll(async () => {
  await files.close()
  await stop()
})

beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  files = importClient(staff, 'products', { url, dataDir })
  const goods = await makeGoods(db)
  cup = await goods.add('Cup', { status: 'live', variants: [{ price: 500 }] })
  for (const field of [
    { key: 'care', kind: 'text', name: 'Care' },
    { key: 'watts', kind: 'number', name: 'Watts' },
    { key: 'deposit', kind: 'money', name: 'Deposit' },
    { key: 'fragile', kind: 'yes_no', name: 'Fragile' },
    { key: 'spare', kind: 'reference', target: 'product', name: 'Spare part' },
  ])
    await staff.send(createCustomField, customFieldInput.parse({ subject: 'product', ...field }))
})

const valuesOf = async (id = cup): Promise<CustomValues | undefined> =>
  (await staff.send(getCustomValues, { subject: 'product', ids: String(id) })).answer.data.records[0]?.values
const exported = async () => {
  const { answer } = await staff.send(listExports.products, { format: 'csv' })
  const parts: Uint8Array[] = []
  for await (const part of answer.stream) parts.push(part)
  return Buffer.concat(parts)
}

const before = { care: 'Wipe it: dry\nthen "wait"', watts: 7.5, deposit: 499.5, fragile: false }

test('values leave with the products file, and come in again unchanged', async () => {
  await staff.send(updateCustomValues, { subject: 'product', id: cup, values: before })
  const file = await exported()
  const checked = await files.check(file)
  const rows = await files.rows(checked)
  expect(rows.find(({ name }) => name === 'Cup')?.outcome).toBe('unchanged')
  await staff.send(updateCustomValues, {
    subject: 'product',
    id: cup,
    values: { care: null, watts: 8 },
  })
  await files.apply(await files.check(file))
  expect(await valuesOf()).toEqual(before)
})

test('a file changes, removes and adds values, and undoing the import restores them', async () => {
  const file = [
    'Handle,Name,Price,Option 1 name,Custom fields',
    'cup,Cup,,,"watts: 9\nfragile: yes\ncare:"',
    'new-lamp,New lamp,100,,deposit: 20',
  ].join('\n')
  const checked = await files.check(file)
  expect(checked.counts).toMatchObject({ create: 1, update: 1, refuse: 0 })
  const done = await files.apply(checked)
  expect(done).toMatchObject({ state: 'done', counts: { failed: 0 } })
  expect(await valuesOf()).toEqual({ watts: 9, deposit: 499.5, fragile: true })
  const { id } = await db
    .selectFrom('product')
    .select('id')
    .where('slug', '=', 'new-lamp')
    .executeTakeFirstOrThrow()
  expect(await valuesOf(id)).toEqual({ deposit: 20 })
  expect(await files.undo(done)).toMatchObject({ state: 'undone', counts: { kept: 0 } })
  expect(await valuesOf()).toEqual(before)
})

test.each([
  ['watts: many', 'Watts: “many” is not a number'],
  ['fragile: perhaps', 'Fragile: Enter yes or no'],
  ['deposit: 1.005', 'Deposit: Enter at most 2 decimals, as INR has'],
  ['spare: 1', 'Spare part: a file can’t change an image or a reference'],
  ['colour: red', 'There is no custom field “colour”. Settings › Custom fields has those of the shop.'],
  ['no colon', '“no colon” is not a custom field: write “care: Wipe it dry”'],
])('a row with %s is refused and says why', async (cell, reason) => {
  const checked = await files.check(`Handle,Name,Option 1 name,Custom fields\ncup,Cup,,${cell}`)
  expect(checked.counts).toMatchObject({ update: 0, refuse: 1 })
  const [row] = await files.rows(checked)
  expect(row?.reason).toBe(reason)
  expect(await valuesOf()).toEqual(before)
})
