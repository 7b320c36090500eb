import { expect, it } from 'vitest'
import { shopifyFile } from '#test/harness/data/shopify-file.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { hasFocus } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

const upload = (name: string, text: Buffer | string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

it('a Shopify file is checked, imported and undone', async () => {
  const page = await openAsAdmin('/dashboard/imports', { expected: /status of 400/ })
  const choose = page.getByLabel('Choose file')
  await choose.setInputFiles(upload('empty.csv', 'Title,Title\na,b\n'))
  await page.getByRole('alert').getByText('The heading “Title” appears twice').waitFor()
  await expectNoAxeViolations(page)

  const file = Buffer.concat([shopifyFile({ products: 3, variants: 2 }), Buffer.from('late,Late tee\r\n')])
  await choose.setInputFiles(upload('shopify.csv', file))
  await page.getByRole('heading', { level: 1, name: 'shopify.csv' }).waitFor()
  await page.getByText('3 new, 0 changed, 0 unchanged, 1 refused').waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel('Show').selectOption('refuse')
  await page.getByRole('row').filter({ hasText: 'Late tee' }).getByText('Enter a price').waitFor()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Tee 1' }).count()).toBe(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download refused rows' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^import-\d+-refused\.csv$/)

  await page.getByRole('button', { name: 'Import 3 products' }).press('Enter')
  await page.getByText('3 products imported.').waitFor()
  await page.getByLabel('Show').selectOption('create')
  await page.getByRole('link', { name: 'Tee 1' }).waitFor()

  const undo = page.getByRole('button', { name: 'Undo import' })
  await undo.press('Enter')
  await page.getByRole('dialog', { name: 'Undo this import?' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(undo)).toBe(true)
  await undo.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).press('Enter')
  await page.getByText('Everything is as it was before the import.').waitFor()
})

it('columns of an unknown file are chosen by hand, on a small screen too', async () => {
  const page = await openAsAdmin('/dashboard/imports', { expected: /status of 400/ })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByLabel('Choose file').setInputFiles(upload('waren.csv', 'Ware;Preis\nKanne;1.234,50\n'))
  await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Check file' }).press('Enter')
  await page.getByRole('alert').getByText('Choose the column with the name or the SKU').waitFor()
  await page.getByLabel(/^Name/).selectOption('Ware')
  await page.getByLabel(/^Price(?! before)/).selectOption('Preis')
  await page.getByLabel('Decimals are written as').selectOption(',')
  await page.getByRole('button', { name: 'Check file' }).press('Enter')
  await page.getByText('1 new, 0 changed').waitFor()
  await page.getByText('1,234.50').waitFor()
  await expectNoSidewaysScroll(page)
})

it('the kind of a file is chosen, and a file of another kind is named', async () => {
  const page = await openAsAdmin('/dashboard/imports', { expected: /status of 400/ })
  await page.getByLabel('What to import').selectOption('customers')
  await page.getByText('They get no email').waitFor()
  const template = await page.getByRole('link', { name: 'an empty template' }).getAttribute('href')
  expect(decodeURIComponent(template ?? '')).toContain('Email,Name,Customer since')
  await page.getByLabel('Choose file').setInputFiles(upload('stock.csv', 'SKU,Quantity\nM1,4\n'))
  await page.getByRole('alert').getByText('This looks like a file of stock levels. Choose “Stock”').waitFor()
  await page.getByLabel('What to import').selectOption('stock')
  await page.getByLabel('Choose file').setInputFiles(upload('stock.csv', 'SKU,Quantity\nno-such-sku,4\n'))
  await page.getByText('0 new, 0 changed, 0 unchanged, 1 refused').waitFor()
  await expectNoAxeViolations(page)
})
