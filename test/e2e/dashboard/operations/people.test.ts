import { expect, it } from 'vitest'
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  openPage,
  shopUrl,
} from '../../support/page.ts'
import { openAs, register, signIn, somebody } from '../../support/person.ts'
import { makeAdmin } from '../../support/staff.ts'

it('an invited staff member can open only the catalog', async () => {
  const owner = await openAs(await makeAdmin(), '/dashboard/user-roles')
  await owner.getByRole('heading', { name: 'Roles and staff' }).waitFor()
  // By keyboard: a role for the catalog.
  await owner.getByRole('button', { name: 'Add role' }).press('Enter')
  const roleName = `Catalog ${Date.now()}`
  await owner.getByLabel('Name', { exact: true }).pressSequentially(roleName)
  await owner.keyboard.press('Tab')
  await owner.keyboard.press('Space')
  await expectNoAxeViolations(owner)
  await owner.keyboard.press('Enter')
  await owner.getByRole('button', { name: `Edit ${roleName}` }).waitFor()

  const guest = somebody('Ravi <b>Menon</b>')
  await owner.getByRole('button', { name: 'Invite staff' }).click()
  await owner.getByLabel('Email address').fill(guest.email)
  await owner.getByLabel('Role', { exact: true }).selectOption({ label: roleName })
  await owner.getByRole('button', { name: 'Create invitation' }).click()
  const passOn = owner.getByRole('dialog', { name: 'Pass on the invitation' })
  const link = await passOn.getByLabel('Works once within 7 days').inputValue()
  await expectNoAxeViolations(owner)
  await passOn.getByRole('button', { name: 'Done' }).click()
  await owner.getByRole('button', { name: `Withdraw invitation to ${guest.email}` }).waitFor()
  await expectNoAxeViolations(owner)
  await owner.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(owner)

  const page = await openPage(new URL(link).pathname + new URL(link).search, { expected: /status of 403/ })
  await page.getByLabel('Full name').fill(guest.fullName)
  await page.getByLabel('New password', { exact: true }).fill(guest.password)
  await page.getByLabel('Confirm new password').fill(guest.password)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  const groups = page.getByRole('navigation', { name: 'Dashboard' }).locator('button[aria-expanded]')
  await expect.poll(() => groups.allTextContents()).toEqual(['Dashboard', 'Products', 'Marketings'])
  const refused = await page.evaluate(() =>
    Promise.all(
      ['customers', 'roles', 'emails', 'staff'].map(
        async (path) => (await fetch(`/api/admin/${path}`)).status,
      ),
    ),
  )
  expect(refused).toEqual([403, 403, 403, 403])
  await page.goto('/dashboard/user-roles')
  await page.getByText('You don’t have access to this page').waitFor()
})

it('the copied link of an invitation lets a fresh browser join', async () => {
  const owner = await openAs(await makeAdmin(), '/dashboard/user-roles')
  await hydrated(owner)
  const { email } = somebody()
  await owner.getByRole('button', { name: 'Invite staff' }).click()
  await owner.getByLabel('Email address').fill(email)
  await owner.getByLabel('Role', { exact: true }).selectOption({ label: 'Admin' })
  await owner.getByRole('button', { name: 'Create invitation' }).click()
  const passOn = owner.getByRole('dialog', { name: 'Pass on the invitation' })
  const field = passOn.getByLabel('Works once within 7 days')
  await passOn.getByRole('button', { name: 'Done' }).click()
  await passOn.waitFor({ state: 'detached' })

  await owner.getByRole('button', { name: `Copy link of the invitation to ${email}` }).press('Enter')
  await passOn.getByText(`send it to ${email} yourself`).waitFor()
  const copied = new URL(await field.inputValue())
  expect(copied.pathname).toBe('/accept-invite')
  await expectNoAxeViolations(owner)
  // The shop under test has no mail server.
  expect(await owner.getByRole('button', { name: `Resend invitation to ${email}` }).count()).toBe(0)
  const fresh = await openPage(copied.pathname + copied.search)
  await fresh.getByRole('button', { name: 'Create account' }).waitFor()
  await fresh.getByText(email).first().waitFor()
})

it('a person with a temporary password changes it before the dashboard opens', async () => {
  const person = await makeAdmin({ password_change_required: true })
  const page = await openPage('/login', { expected: /status of 403/ })
  await signIn(page, person)
  await page.waitForURL('**/profile?tab=password')
  await page.goto('/dashboard/customers')
  await page.waitForURL('**/profile?tab=password&next=*')
  await hydrated(page)
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password', { exact: true }).fill('nine slow lanterns')
  await page.getByLabel('Confirm new password').fill('nine slow lanterns')
  await page.getByRole('button', { name: 'Change password' }).press('Enter')
  await page.waitForURL('**/dashboard/customers')
  await page.getByRole('heading', { name: 'Customers' }).waitFor()
})

it('staff finds a customer, adds a note and disables the account', async () => {
  const customer = somebody('Zarina <img src=x onerror=alert(1)>')
  await register(customer)
  const page = await openAs(await makeAdmin(), `/dashboard/customers?q=${customer.email}`)
  await page.getByRole('link', { name: 'Zarina' }).press('Enter')
  await page.getByText('No orders yet.').waitFor()
  await page.getByLabel('New note', { exact: true }).fill('Rings twice')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Rings twice', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Disable account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).press('Enter')
  await page.getByRole('button', { name: 'Enable account' }).waitFor()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
})

it('an API key is created by keyboard, works, and is revoked', async () => {
  const page = await openAs(await makeAdmin(), '/dashboard/api-keys')
  const name = `Accounting ${Date.now()}`
  await page.getByRole('button', { name: 'Create API key' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByRole('button', { name: 'Create API key' }).press('Enter')
  await dialog.getByText('Choose at least one permission').waitFor()
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel(/^Orders:/).press('Space')
  await dialog.getByLabel('Allowed networks').fill('nowhere')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Create API key' }).press('Enter')
  await dialog.getByText('Enter an address such as').waitFor()
  await dialog.getByLabel('Allowed networks').fill('127.0.0.1, ::1')
  await dialog.getByRole('button', { name: 'Create API key' }).press('Enter')
  const copy = page.getByRole('dialog', { name: 'Copy the API key' })
  const key = await copy.getByLabel('API key').inputValue()
  await expectNoAxeViolations(page)
  await copy.getByRole('button', { name: 'Done' }).press('Enter')

  const call = (path: string) =>
    fetch(`${shopUrl}/api/${path}`, { headers: { authorization: `Bearer ${key}` } }).then(
      ({ status }) => status,
    )
  expect(await call('admin/orders')).toBe(200)
  expect(await call('admin/products')).toBe(403)
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByText('last used').waitFor()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: `Revoke ${name}` }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).press('Enter')
  await row.waitFor({ state: 'detached' })
  expect(await call('admin/orders')).toBe(401)
})

it('a read-only API key is listed as such and changes nothing', async () => {
  const page = await openAs(await makeAdmin(), '/dashboard/api-keys')
  await hydrated(page)
  const name = `Reader ${Date.now()}`
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel(/^Marketing:/).check()
  await dialog.getByLabel(/^Read only/).check()
  // Long labels wrap on a phone and leave each checkbox its size.
  await page.setViewportSize({ width: 360, height: 780 })
  const boxes = dialog.getByRole('checkbox')
  const widths = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().width))
  expect(new Set(widths).size).toBe(1)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const copy = page.getByRole('dialog', { name: 'Copy the API key' })
  const key = await copy.getByLabel('API key').inputValue()
  await copy.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('listitem').filter({ hasText: name }).getByText('Read only: ').waitFor()
  const call = (method: string) =>
    fetch(`${shopUrl}/api/admin/coupons`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    }).then(({ status }) => status)
  expect([await call('GET'), await call('POST')]).toEqual([200, 403])
})
