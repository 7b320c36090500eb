import { expect, it } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll, shopUrl } from '../../support/page.ts'
import { simpleProduct, hasFocus, toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

it('a collection is filled by hand, then by a rule with a preview, and the shop shows it', async () => {
  const { productname } = await simpleProduct(0)
  const name = `Quiet things ${Date.now()}`
  const page = await openAsAdmin('/dashboard/collections')
  await page.getByLabel('Collection Name').fill(name)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard\/collections\/\d+$/)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const address = page.getByLabel('URL handle', { exact: true })
  const inShop = async () => (await fetch(`${shopUrl}/categories/${await address.inputValue()}`)).text()

  await page.getByRole('searchbox', { name: 'Add products' }).fill(productname)
  await page.getByRole('button', { name: `Add ${productname}`, exact: true }).press('Enter')
  await page.getByText('1 product', { exact: true }).waitFor()
  await page.keyboard.press('Control+s')
  await toast(page, /./).first().waitFor()
  await expect.poll(inShop).toContain(productname)
  // What was saved fills the form again.
  await page.getByRole('button', { name: 'Save collection' }).waitFor()

  await page.getByLabel('Product selection').selectOption({ label: 'By rule' })
  const preview = page.getByRole('region', { name: 'Matching products' })
  const matched = async () => Number(/\d+/.exec(await preview.getByRole('status').innerText())?.[0])
  await preview.getByText(/^Matches/).waitFor()
  const all = await matched()
  await page.getByText('Material', { exact: true }).press('Enter')
  const value = page.getByRole('group', { name: 'Material' }).getByRole('checkbox').first()
  await value.check()
  await expect.poll(matched).toBeLessThan(all)
  const few = await matched()
  expect(few).toBeGreaterThan(0)
  await expectNoAxeViolations(page)
  const save = page.getByRole('button', { name: 'Save collection' })
  await save.press('Enter')
  await expect.poll(inShop).toContain(few === 1 ? '1 product' : `${few} products`)
  await expect.poll(() => hasFocus(save)).toBe(true)
  await expect.poll(() => value.isChecked()).toBe(true)

  // Nothing moves while its own page is loading, which `openPage` holds.
  for (const width of [360, 1440]) {
    const again = await openAsAdmin(new URL(page.url()).pathname, { width })
    await again
      .getByRole('region', { name: 'Matching products' })
      .getByText(/^Matches/)
      .waitFor()
    await again.getByRole('group', { name: 'Material' }).waitFor()
    await expectNoSidewaysScroll(again)
  }

  await page.goto('/dashboard/collections')
  await page.getByRole('button', { name: `Delete ${name}` }).press('Enter')
  await page.getByRole('button', { name: 'Delete collection' }).press('Enter')
  await expect.poll(() => page.getByRole('row').filter({ hasText: name }).count()).toBe(0)
})
