import { expect, it } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { openAsAdmin } from '../../support/staff.ts'

it('a redirect is added, followed, changed and deleted', async () => {
  const page = await openAsAdmin('/dashboard/redirects', { expected: /status of 40[49]/ })
  await page.getByLabel('Old path').fill('/old/cup')
  await page.getByLabel('New path').fill('https://elsewhere.example')
  await page.getByRole('button', { name: 'Add redirect' }).press('Enter')
  await page.getByText('Enter a path of this shop, such as /products').waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel('New path').fill('/products')
  await page.getByRole('button', { name: 'Add redirect' }).press('Enter')
  const row = page.getByRole('row').filter({ hasText: '/old/cup' })
  await row.waitFor()
  const shop = await page.context().newPage()
  await expect
    .poll(async () => (await shop.goto(new URL('/old/cup', page.url()).href))?.url())
    .toMatch(/\/products$/)
  await shop.close()

  await row.getByRole('button', { name: /edit/i }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit /old/cup' })
  await dialog.getByLabel('New path').fill('/allcategories')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await row.getByText('/allcategories').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: /delete/i }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /delete/i })
    .click()
  await row.waitFor({ state: 'detached' })
})
