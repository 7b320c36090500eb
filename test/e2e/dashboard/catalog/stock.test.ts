import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { hasFocus, simpleProduct, toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const figure = (page: Page, name: string, label: string) =>
  row(page, name).first().locator(`[data-label="${label}"]`).innerText()

async function search(page: Page, text: string) {
  await page.getByRole('searchbox', { name: 'Search by name or SKU' }).fill(text)
  await page.waitForURL((url) => url.searchParams.get('q') === text)
  await expect.poll(() => page.locator('table[aria-busy="true"]').count()).toBe(0)
}

it('goods are received and stock is corrected by keyboard alone; the stock history shows both', async () => {
  const { productname, variants } = await simpleProduct(6)
  const stock = variants[0]!.stock ?? 0
  const page = await openAsAdmin('/dashboard/stock')
  await page.getByRole('table', { name: 'Stock' }).waitFor()
  await expectNoAxeViolations(page)
  await search(page, productname)

  const receive = page.getByRole('button', { name: `Receive ${productname}`, exact: true })
  await receive.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Receive ${productname}` })
  const units = dialog.getByLabel('Units')
  await expect.poll(() => hasFocus(units)).toBe(true)
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a quantity').waitFor()
  await expect.poll(() => hasFocus(units)).toBe(true)
  await expectNoAxeViolations(page)
  await page.keyboard.type('12')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Delivery note 88')
  await page.keyboard.press('Enter')
  await toast(page, '12 units received').waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(() => hasFocus(receive)).toBe(true)
  await expect.poll(() => figure(page, productname, 'On hand')).toBe(String(stock + 12))

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const correcting = page.getByRole('dialog', { name: `Correct ${productname}` })
  await correcting.getByLabel('Correct by').selectOption('change')
  await correcting.getByLabel('Adjustment').fill('-1')
  await correcting.getByRole('button', { name: 'Correct stock' }).press('Enter')
  const reason = correcting.getByLabel('Reason')
  await correcting.getByText('Enter a reason').waitFor()
  await expect.poll(() => hasFocus(reason)).toBe(true)
  await page.keyboard.type('Broken in the house')
  await page.keyboard.press('Enter')
  await toast(page, 'Stock corrected').waitFor()
  await expect.poll(() => figure(page, productname, 'Available')).toBe(String(stock + 11))

  await page.getByRole('link', { name: `Stock history of ${productname}` }).press('Enter')
  await page.getByRole('heading', { level: 1, name: productname }).waitFor()
  const entries = page.getByRole('table', { name: 'Stock history' }).locator('tbody tr')
  await expect.poll(() => entries.first().innerText()).toContain('Broken in the house')
  await expect.poll(() => entries.nth(0).innerText()).toContain(`-1 → ${stock + 11}`)
  await expect
    .poll(() => entries.nth(1).innerText())
    .toMatch(/Received[^]*\+12[^]*Delivery note 88[^]*Devika Admin/)
  await expectNoAxeViolations(page)
  await page.getByRole('tab', { name: 'Activity log' }).click()
  await page.getByRole('tabpanel').getByText('On hand').first().waitFor()
})

it('several variants are received at once; the threshold decides what is low', async () => {
  const page = await openAsAdmin('/dashboard/stock?sort=available_desc')
  await page.getByRole('table', { name: 'Stock' }).waitFor()
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Receive goods' }).click()
  const dialog = page.getByRole('dialog', { name: 'Receive goods' })
  const fields = dialog.getByRole('spinbutton')
  await expect.poll(() => fields.count()).toBe(2)
  await fields.nth(0).fill('3')
  await dialog.getByRole('button', { name: 'Receive goods' }).click()
  await expect.poll(() => hasFocus(fields.nth(1))).toBe(true)
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await toast(page, '7 units received').waitFor()
  await expect.poll(() => page.getByText('2 selected').count()).toBe(0)

  const names = await page.getByRole('button', { name: /^Low-stock threshold of (?!the shop)/ }).all()
  const mark = names[0]!
  const name = (await mark.getAttribute('aria-label'))!.replace(/^Low-stock threshold of (.*): .*$/, '$1')
  await mark.click()
  await page.keyboard.type('99999')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain('low')
  await page.getByLabel('Level').selectOption('low')
  await page.waitForURL('**level=low**')
  await page.getByRole('button', { name: `Low-stock threshold of ${name}: 99,999. Edit` }).click()
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.getByRole('button', { name: `Low-stock threshold of ${name}:` }).count())
    .toBe(0)
})

it('rows are cards on a phone, and nothing is wider than the screen', async () => {
  const page = await openAsAdmin('/dashboard/stock', { width: 360, expected: /status of 404/ })
  await page.getByRole('table', { name: 'Stock' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await page
    .getByRole('link', { name: /^Stock history of/ })
    .first()
    .click()
  await page.getByRole('table', { name: 'Stock history' }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Correct stock' }).click()
  await page.getByRole('dialog').getByLabel('Reason').waitFor()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await page.goto('/dashboard/stock/999999')
  await page.getByText('This variant does not exist.').waitFor()
})
