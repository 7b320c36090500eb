import { json } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated } from '../support/page.ts'
import { openAs, register, signIn, somebody, storedKeys } from '../support/person.ts'
import { callAs, hasFocus, toast } from '../support/shopper.ts'

const expected = /status of 4\d\d/

/** A new customer for each test. */
async function newcomer() {
  const person = somebody('Kabir Anand')
  await register(person)
  return person
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('every tab', () => {
  it('is accessible, fits all screens and is part of the URL', async () => {
    const page = await openAs(await newcomer(), '/profile', { width: 1440 })
    await hydrated(page)
    await page.getByLabel('Full name').waitFor()
    const tabs = page.getByRole('navigation', { name: 'Profile' }).getByRole('link')
    const names = await tabs.allInnerTexts()
    expect(names).toEqual(['Details', 'Password', 'Addresses', 'Devices', 'Orders', 'Wishlist', 'Your data'])
    for (const [index, name] of names.entries()) {
      await tabs.nth(index).click()
      await expect.poll(() => tabs.nth(index).getAttribute('aria-current')).toBe('page')
      await panel(page, name === 'Your data' ? 'Export my data' : name).waitFor()
      await expect.poll(() => page.locator('.animate-pulse').count()).toBe(0)
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 360, height: 780 })
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    expect(new URL(page.url()).search).toBe('?tab=privacy')
    await page.goBack()
    await panel(page, 'Wishlist').waitFor()
  })
})

it('the account page links to all tabs and logs out', async () => {
  const person = await newcomer()
  const page = await openAs(person, '/account', { width: 360 })
  await hydrated(page)
  const main = page.getByRole('main')
  await main.getByText(person.email).waitFor()
  await expect.poll(() => main.getByRole('link').count()).toBe(7)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await main.getByRole('link', { name: 'Orders' }).click()
  await page.waitForURL('**/profile?tab=orders')
  await page.goBack()
  await main.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
})

it('details: saves name and photo; a new email address needs the password', async () => {
  const page = await openAs(await newcomer(), '/profile', { expected })
  await hydrated(page)
  await page.getByLabel('Full name').fill('Kabir A. Anand')
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#96401f' } })
    .png()
    .toBuffer()
  await page.getByLabel('Photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('img', { name: 'Preview' }).waitFor()
  await page.getByRole('button', { name: 'Save details' }).click()
  await toast(page, 'Details saved').waitFor()
  await page.locator('[aria-label="Your account"]').click()
  await expect.poll(() => page.getByRole('banner').getByText('Kabir A. Anand').first().isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('banner').locator('details img').count()).toBeGreaterThan(0)
  await page.keyboard.press('Escape')

  await page.getByLabel('Email address').fill('kabir.new@example.com')
  await page.getByLabel('Your password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect.poll(() => hasFocus(page.getByLabel('Your password', { exact: true }))).toBe(true)
  await expectNoAxeViolations(page)

  // On a page that is the same for everyone, the photo comes before the menu works.
  await page.goto('/about')
  await page.waitForFunction(() => 'photo' in document.documentElement.dataset)
  await hydrated(page)
  await expect.poll(() => page.getByRole('banner').locator('summary img').count()).toBe(1)
})

it('addresses: adds, edits, makes default and deletes', async () => {
  const page = await openAs(await newcomer(), '/profile?tab=addresses', { width: 360 })
  await hydrated(page)
  await page.getByRole('button', { name: 'Add address' }).click()
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'New address' }))).toBe(true)
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect.poll(() => hasFocus(page.getByLabel('Full name'))).toBe(true)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)

  for (const city of ['Mumbai', 'Pune']) {
    if (city === 'Pune') await page.getByRole('button', { name: 'Add address' }).click()
    await page.getByLabel('Full name').fill('Kabir Anand')
    await page.getByLabel('Phone').fill('98765 43210')
    await page.getByLabel('House number and street').fill(`7 ${city} Road`)
    await page.getByLabel('PIN code').fill('400001')
    // City and state follow from the PIN code.
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Mumbai')
    await expect.poll(() => page.getByLabel('State').inputValue()).toBe('MH')
    await page.getByLabel('City').fill(city)
    await page.getByLabel('State').selectOption('Kerala')
    await page.getByText('PIN code 400001 is in Maharashtra. Is Kerala right?').waitFor()
    await page.getByRole('button', { name: 'Change to Maharashtra' }).click()
    await page.getByRole('button', { name: 'Save address' }).click()
    await page.getByText(`7 ${city} Road`).waitFor()
  }
  // A user who moves on during the request keeps the focus.
  const { promise: movedOn, resolve: moveOn } = Promise.withResolvers<void>()
  await page.route('**/api/account/addresses/*', (route) => movedOn.then(() => route.continue()), {
    times: 1,
  })
  await page.getByRole('button', { name: /^Make default.*Pune/ }).click()
  await page.getByRole('button', { name: 'Add address' }).focus()
  moveOn()
  await page.getByRole('button', { name: /^Make default.*Mumbai/ }).waitFor()
  await toast(page, 'Default address updated').waitFor()
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Add address' }))).toBe(true)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: /^Edit.*Pune/ }).click()
  await page.getByLabel('PIN code').fill('012')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Enter a 6-digit PIN code').waitFor()
  await page.getByLabel('PIN code').fill('411001')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Pune 411001').waitFor()

  const remove = page.getByRole('button', { name: /^Delete.*Mumbai/ })
  await remove.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Delete this address?' }).waitFor()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(remove)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete address' }).click()
  await expect.poll(() => page.getByText('7 Mumbai Road').count()).toBe(0)
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'Addresses' }))).toBe(true)
})

it('devices: signs out one, then all', async () => {
  const person = await newcomer()
  const page = await openAs(person, '/profile?tab=sessions')
  const elsewhere = await openAs(person, '/profile', { expected })
  await page.reload()
  await hydrated(page)
  await page.getByText('This device').waitFor()
  await page
    .getByRole('button', { name: /^Sign out on/ })
    .first()
    .click()
  await toast(page, /^Signed out on/).waitFor()
  await elsewhere.reload()
  await elsewhere.getByText('Please sign in').first().waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('**/login')
  await toast(page, 'Logged out successfully').waitFor()
  expect(await storedKeys(page)).toEqual({})
})

it('password: reports a wrong current one; the new one signs in', async () => {
  const person = await newcomer()
  const page = await openAs(person, '/profile?tab=password', { expected })
  await hydrated(page)
  const changed = 'nine loud bicycles'
  await page.getByLabel('Current password', { exact: true }).fill('not this one')
  await page.getByLabel('New password', { exact: true }).fill(changed)
  await page.getByLabel('Confirm new password', { exact: true }).fill(changed)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect.poll(() => hasFocus(page.getByLabel('Current password', { exact: true }))).toBe(true)
  await expectNoAxeViolations(page)
  await page.getByLabel('Current password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await toast(page, 'Password changed').waitFor()
  person.password = changed
  expect(await callAs(page, 'auth/logout')).toMatchObject({ status: 200 })
  await page.goto('/login')
  await hydrated(page)
  await signIn(page, person)
  await page.waitForURL((url) => url.pathname === '/')
})

it('data: downloads a file, then deletes the account with the password', async () => {
  const person = await newcomer()
  const page = await openAs(person, '/profile?tab=privacy', { expected, width: 360 })
  await hydrated(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await json(await (await saving).createReadStream())
  expect(file).toMatchObject({ account: { email: person.email } })

  const open = page.getByRole('button', { name: 'Delete my account' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByLabel('Your password', { exact: true }).fill('not this one')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect.poll(() => hasFocus(dialog.getByLabel('Your password', { exact: true }))).toBe(true)
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await storedKeys(page)).toEqual({})
  const { email, password } = person
  expect(await callAs(page, 'auth/login', { email, password })).toMatchObject({ status: 401 })
})
