import { expect, it } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated, openPage } from '../support/page.ts'
import { openAs, register, signIn, somebody, storedKeys } from '../support/person.ts'
import { hasFocus, toast } from '../support/shopper.ts'
import { makeAdmin, openAsAdmin } from '../support/staff.ts'

it('a visitor is sent to the shop, and back to the dashboard after signing in', async () => {
  const admin = await makeAdmin()
  const page = await openPage('/products')
  await page.goto('/dashboard/orders?page=1')
  await page.waitForURL((url) => url.pathname === '/')
  // Before, the link to sign in does not know where to return to.
  await hydrated(page)
  await page.locator('[aria-label="Your account"]').click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.waitForURL('**/login?next=*')
  await signIn(page, admin)
  await page.waitForURL('**/dashboard/orders?page=1')
  // The guard has replaced its own entry of the history.
  await page.goBack()
  await page.waitForURL('**/login?next=*')
})

it('a customer is sent to the shop', async () => {
  const customer = somebody()
  await register(customer)
  const page = await openAs(customer, '/cart')
  let asked = 0
  page.on('request', (request) => (asked += Number(new URL(request.url()).pathname === '/')))
  await page.goto('/dashboard')
  await page.waitForURL((url) => url.pathname === '/')
  expect(asked, 'how often the home page was asked for').toBeLessThanOrEqual(1)
})

it('the sidebar works by keyboard and signs out', async () => {
  const page = await openAsAdmin('/dashboard')
  await expectNoAxeViolations(page)
  const group = page.getByRole('button', { name: 'Orders', exact: true })
  const entry = page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Pending orders' })
  const cannotBeReached = () => entry.evaluate((link) => link.closest('[inert]') !== null)
  expect(await cannotBeReached()).toBe(true)
  await group.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => group.getAttribute('aria-expanded')).toBe('true')
  expect(await cannotBeReached()).toBe(false)
  await entry.focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1, name: 'Pending orders' })
  await heading.waitFor()
  await expect.poll(() => hasFocus(heading)).toBe(true)
  await expect.poll(() => entry.getAttribute('aria-current')).toBe('page')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await toast(page, 'Admin Logged out successfully').waitFor()
  expect(await storedKeys(page)).toEqual({})
})

it('the menu opens over the page on a phone and closes with Escape', async () => {
  const page = await openAsAdmin('/dashboard/nowhere', { width: 360 })
  await expectNoSidewaysScroll(page)
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
  await menu.click()
  await page.getByRole('button', { name: 'Reports' }).click()
  await page.getByRole('link', { name: 'Sales' }).click()
  await page.waitForURL('**/dashboard/reports')
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
})

it('an admin is sent to the dashboard after signing in and finds it in both menus', async () => {
  const admin = await makeAdmin()
  const page = await openPage('/login?next=/cart')
  await signIn(page, admin)
  await page.waitForURL('**/dashboard')
  expect(await storedKeys(page)).toMatchObject({ roleid: '1', email: admin.email })
  const banner = page.getByRole('region', { name: 'Email setup' })
  await expect.poll(() => banner.getByRole('link').getAttribute('href')).toBe('/dashboard/emails')
  await banner.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await banner.count()).toBe(0)

  await page.goto('/products')
  await hydrated(page)
  await page.locator('[aria-label="Your account"]').click()
  const entry = page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })
  await entry.waitFor()
  expect(await page.getByRole('banner').getByRole('link', { name: 'Login' }).count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByLabel('Menu', { exact: true }).first().click()
  await expect.poll(() => entry.isVisible()).toBe(true)
})
