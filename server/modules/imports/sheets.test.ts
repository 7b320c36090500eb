import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProducts } from '#contract/catalog/product.ts'
import { chooseImportSheet, exportRefusedRows, getImport } from '#contract/imports/import.ts'
import { testApp } from '#test/harness/app/app.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { workbookOf } from '#test/harness/data/workbook.ts'
import { newUser, signedIn, stranger } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let staff: Client
let products: ReturnType<typeof importClient>
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  products = importClient(staff, 'products', { url, dataDir })
})
afterAll(async () => {
  await products.close()
  await stop()
})

const headings = ['Handle', 'Title', 'Option1 Name', 'Variant SKU', 'Variant Price']
const spring = [
  headings,
  ['spring-cup', 'Spring cup', '', 'CUP-S', '5'],
  ['spring-hat', 'Hat', '', 'HAT', 'soon'],
]
const autumn = [headings, ['autumn-cup', 'Autumn cup', '', 'CUP-A', '7']]

async function choose({ id }: { id: number }, sheet: string) {
  const sent = await staff.send(chooseImportSheet, { id, sheet })
  await products.run()
  return { sent, found: (await staff.send(getImport, { id })).answer.data }
}

test('the first sheet with known headings is read, and another one can be chosen', async () => {
  const checked = await products.check(
    workbookOf({
      'Read me': { rows: [['How to fill in this list']] },
      Autumn: { rows: autumn },
      Spring: { rows: spring },
    }),
  )
  expect(checked).toMatchObject({
    sheets: ['Read me', 'Autumn', 'Spring'],
    sheet: 'Autumn',
    format: 'shopify',
    counts: { create: 1, refuse: 0 },
  })
  const { found } = await choose(checked, 'Spring')
  expect(found).toMatchObject({ sheet: 'Spring', step: 'ready', counts: { create: 1, refuse: 1 } })

  const { answer } = await staff.send(exportRefusedRows, { id: checked.id })
  const parts: Uint8Array[] = []
  for await (const part of answer.stream) parts.push(part)
  expect(Buffer.concat(parts).toString()).toContain('spring-hat')

  const other = await choose(checked, 'Read me')
  expect(other.found).toMatchObject({
    sheet: 'Read me',
    step: 'mapping',
    headings: ['How to fill in this list'],
  })
  await choose(checked, 'Spring')
  await products.apply(checked)
  const { answer: listed } = await stranger(app).send(getProducts, { limit: 60 })
  expect(listed.response.map(({ productname }) => productname)).toEqual(
    expect.arrayContaining(['Spring cup']),
  )
  expect(listed.response.map(({ productname }) => productname)).not.toContain('Autumn cup')

  const late = await choose(checked, 'Autumn')
  expect(late.sent.status).toBe(409)
})

test('a sheet that the file does not have is refused by its name', async () => {
  const checked = await products.check(workbookOf({ Autumn: { rows: autumn } }))
  const { sent, found } = await choose(checked, 'Winter')
  expect(sent).toMatchObject({ status: 400, message: 'The file has no sheet “Winter”' })
  expect(found).toMatchObject({ sheet: 'Autumn', step: 'ready' })
})

test('a file of orders behind a sheet of products is not refused', async () => {
  const book = workbookOf({
    Orders: { rows: [['Name', 'Email', 'Financial Status', 'Lineitem name']] },
    Products: { rows: autumn },
  })
  expect(await products.check(book)).toMatchObject({ sheet: 'Products', step: 'ready' })
})
