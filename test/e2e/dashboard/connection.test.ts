import { expect, it } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../support/page.ts'
import { openAsAdmin } from '../support/staff.ts'

const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404/

it('the dashboard opens pages without the shop’s data, says what is missing, and leads to the last page', async () => {
  const page = await openAsAdmin('/dashboard/products/999999', { expected })
  await page.getByText('This product does not exist.').waitFor({ timeout: 3000 })
  await page.route('**/*.data*', (route) => route.abort())
  await page.getByRole('main').getByRole('link', { name: 'All products' }).last().click()
  await page.getByRole('table').waitFor()
  await page.getByRole('link', { name: 'Next page' }).waitFor()
  await page.goto('/dashboard/all-products?page=999')
  await page.getByText(/\d of \d/).waitFor()
  expect(Number(new URL(page.url()).searchParams.get('page'))).toBeGreaterThan(1)
  expect(await page.getByRole('link', { name: 'Next page' }).count()).toBe(0)

  await page.setViewportSize({ width: 360, height: 780 })
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Previous page' }).click()
  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
})

it('a dashboard page that breaks leaves the sidebar and can be tried again', async () => {
  const broken = '**/api/admin/pages?*'
  const page = await openAsAdmin('/dashboard', { expected: /./ })
  await page.route(broken, (route) => route.fulfill({ json: { status: true, data: [null], total: 1 } }))
  await page.getByRole('button', { name: 'Settings' }).click()
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
  await sidebar.getByRole('link', { name: 'Pages', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'This page can’t be loaded right now' }).waitFor()
  await sidebar.getByRole('link', { name: 'Pages', exact: true }).waitFor()
  await expectNoAxeViolations(page)
  await page.unroute(broken)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor()
  await page.getByRole('table').waitFor()
})
