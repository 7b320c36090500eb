import { expect, it } from 'vitest'
import { ownProduct } from '../../support/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { openAsAdmin } from '../../support/staff.ts'

it('a field is added, filled in on a product, found by the filter and its column, and undone', async () => {
  const page = await openAsAdmin('/dashboard/custom-fields')
  const form = page.getByRole('form', { name: 'Add custom field' })
  await form.getByLabel('Name').fill('Guarantee (months)')
  expect(await form.getByLabel('Key').inputValue()).toBe('guarantee_months')
  await form.getByLabel('Kind').selectOption('Choice from a list')
  await form.getByRole('button', { name: 'Add custom field' }).press('Enter')
  await form.getByText('Enter at least one choice').waitFor()
  await expectNoAxeViolations(page)
  await form.getByLabel('Choices').fill('12\n24')
  await form.getByLabel('Offer as a filter in the list').check()
  await form.getByRole('button', { name: 'Add custom field' }).press('Enter')
  const row = page.getByRole('row').filter({ hasText: 'guarantee_months' })
  await row.waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  const { productid, name } = await ownProduct(50_000, 3)
  await page.goto(`/dashboard/products/${productid}`)
  const panel = page.getByRole('region', { name: 'Custom fields', exact: true })
  await panel.getByLabel('Guarantee (months)').selectOption('24')
  await expectNoAxeViolations(page)
  await panel.getByRole('button', { name: 'Save custom fields' }).press('Enter')
  await page.getByRole('region', { name: 'Messages' }).getByText('Saved').waitFor()

  await page.goto('/dashboard/all-products')
  const table = page.getByRole('table', { name: 'Products' })
  await page.getByRole('combobox', { name: 'Guarantee (months)' }).selectOption('24')
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  await table.getByRole('row').filter({ hasText: name }).waitFor()
  expect(new URL(page.url()).searchParams.get('custom')).toBe('guarantee_months:24')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Guarantee (months)' }).check()
  await table.getByRole('cell', { name: '24', exact: true }).waitFor()
  await expectNoAxeViolations(page)

  await page.goto(`/dashboard/products/${productid}?tab=activity`)
  await page.getByRole('button', { name: /^Undo/ }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this change' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect.poll(() => panel.getByLabel('Guarantee (months)').inputValue()).toBe('*')
  await page.goto('/dashboard/all-products?custom=guarantee_months:24')
  await page.getByText('No results').waitFor()

  await page.goto('/dashboard/custom-fields')
  await row.getByRole('button', { name: 'Delete Guarantee (months)' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /delete/i })
    .click()
  await row.waitFor({ state: 'detached' })
})
