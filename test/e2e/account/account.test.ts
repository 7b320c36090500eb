import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { emailToken } from '../support/mailbox.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated, openPage } from '../support/page.ts'
import { register, signIn, somebody, storedKeys } from '../support/person.ts'
import { callAs, hasFocus, toast } from '../support/shopper.ts'

/** The browser logs refused calls. */
const expected = /status of 4\d\d/
const known = somebody('Meera Iyer')
const account = '[aria-label="Your account"]'

/** Waits until the login page is gone, which is later than the new URL. The menu would close on the change. */
const leftLogin = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Welcome Back' }).waitFor({ state: 'detached' })

beforeAll(() => register(known))

describe('sign up', () => {
  it('registers, signs in, returns, confirms the email address, and signs out', async () => {
    const person = somebody()
    const page = await openPage('/profile?tab=password', { expected })
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect.poll(() => hasFocus(page.getByLabel('Full name'))).toBe(true)
    await expect.poll(() => page.getByText('Please choose an option').isVisible()).toBe(true)
    await expectNoAxeViolations(page)

    await page.getByLabel('Full name').fill(person.fullName)
    await page.getByLabel('Gender').selectOption('Female')
    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel('Confirm password', { exact: true }).fill('another one')
    await page.getByRole('button', { name: 'Sign up' }).click()
    const again = page.getByLabel('Confirm password', { exact: true })
    await expect.poll(() => hasFocus(again)).toBe(true)
    await expect.poll(() => page.getByText('Passwords don’t match').isVisible()).toBe(true)
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe(person.fullName)
    for (const password of ['password1', person.password]) {
      await page.getByLabel('Password', { exact: true }).fill(password)
      await again.fill(password)
      await page.getByRole('button', { name: 'Sign up' }).click()
      if (password !== person.password) await toast(page, /too common|common/i).waitFor()
    }
    await toast(page, 'Registration successful').waitFor()
    // The refusal before it would outlive its cause.
    expect(await page.getByRole('region', { name: 'Messages' }).getByRole('alert').innerText()).toBe('')
    await page.waitForURL((url) => url.pathname === '/login')
    const email = page.getByRole('main').getByLabel('Email address')
    await expect.poll(() => email.inputValue()).toBe(person.email)
    expect(decodeURIComponent(page.url())).not.toContain(person.email)
    expect(await storedKeys(page)).toEqual({})
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('session')
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/profile?tab=password')
    await toast(page, 'Signed in successfully').waitFor()
    expect(await storedKeys(page)).toMatchObject({ name: person.fullName, email: person.email, roleid: '2' })

    await page.goto(await emailToken('welcome', person.email))
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
    expect(page.url()).not.toContain('token')
    expect(await page.evaluate(async () => (await fetch('/api/auth/session')).json())).toMatchObject({
      data: { user: { emailVerified: true } },
    })

    await page.locator(account).click()
    await expect.poll(() => page.getByText(person.email).first().isVisible()).toBe(true)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await toast(page, 'Logged out successfully').waitFor()
    expect(await storedKeys(page)).toEqual({})
  })

  it('reports an email address that is already in use', async () => {
    const page = await openPage('/signup', { expected, width: 360 })
    await page.getByLabel('Full name').fill('Someone')
    await page.getByLabel('Gender').selectOption('Male')
    await page.getByLabel('Email address').fill(known.email)
    await page.getByLabel('Password', { exact: true }).fill(known.password)
    await page.getByLabel('Confirm password', { exact: true }).fill(known.password)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page
      .getByRole('main')
      .getByText(/account|taken|registered/i)
      .nth(1)
      .waitFor()
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(known.email)
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
  })
})

describe('login', () => {
  it('shows a refusal at the form and in a toast, and keeps the typed values', async () => {
    const page = await openPage('/login', { expected })
    await signIn(page, { ...known, password: 'not this one' })
    const error = page.getByRole('main').getByText('Incorrect email or password')
    await expect.poll(() => hasFocus(page.locator('[data-form-error]'))).toBe(true)
    await expect.poll(() => error.isVisible()).toBe(true)
    await expect.poll(() => toast(page, 'Incorrect email or password').isVisible()).toBe(true)
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(known.email)
    expect(await storedKeys(page)).toEqual({})
    await expectNoAxeViolations(page)
  })

  it('reports an unreachable server', async () => {
    const page = await openPage('/login', { expected: /ERR_FAILED/ })
    await page.route('**/api/auth/login', (route) => route.abort())
    await signIn(page, known)
    await toast(page, 'Signin failed. Please try again.').waitFor()
  })

  it('submits once, even if the button is pressed again', async () => {
    const page = await openPage('/login')
    let calls = 0
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/api/auth/login', async (route) => {
      calls++
      await arrived
      await route.continue()
    })
    await signIn(page, known)
    await page.getByRole('button', { name: 'Signing in' }).click({ force: true })
    await page.keyboard.press('Enter')
    arrive()
    await page.waitForURL((url) => url.pathname === '/')
    expect(calls).toBe(1)
  })

  it('reports an answer without a token', async () => {
    const page = await openPage('/login')
    await page.route('**/api/auth/login', (route) => route.fulfill({ json: { status: true, message: 'OK' } }))
    await signIn(page, known)
    await toast(page, 'Token not received').waitFor()
  })

  // Other addresses: web/lib/same-origin-path.test.ts.
  it('redirects within this site only', async () => {
    const page = await openPage(`/login?next=${encodeURIComponent('//evil.example/')}`)
    await signIn(page, known)
    await page.waitForURL((url) => url.pathname + url.search === '/')
  })

  it('works by keyboard, including the button that shows the password', async () => {
    const page = await openPage('/login')
    await page.getByLabel('Email address').focus()
    await page.keyboard.type(known.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(known.password)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => page.getByLabel('Remember me').isChecked()).toBe(true)
    await page.getByLabel('Password', { exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/')
    const session = (await page.context().cookies()).find(({ name }) => name === 'session')
    expect(session?.httpOnly).toBe(true)
    expect(session?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 24 * 3600)
  })

  it('returns to the personal page that asked to sign in', async () => {
    const page = await openPage('/profile?tab=password')
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await page.waitForURL('**/login?next=*')
    await signIn(page, known)
    await page.waitForURL('**/profile?tab=password')
    await page.getByLabel('Current password', { exact: true }).waitFor()
  })
})

describe('logout', () => {
  it('signs out all tabs', async () => {
    const page = await openPage('/login')
    const other = await page.context().newPage()
    const complaints: string[] = []
    other.on('console', (message) => complaints.push(message.text()))
    await other.goto('/profile')
    await other.getByText('Please sign in').waitFor()
    await signIn(page, known)
    await other.getByLabel('Full name').waitFor()
    await leftLogin(page)
    await hydrated(page)
    await page.locator(account).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await other.getByText('Please sign in').waitFor()
    expect(await callAs(other, 'auth/logout')).toMatchObject({ status: 200 })
    expect(complaints.filter((text) => !text.startsWith('Service Worker registration blocked'))).toEqual([])
  })

  it('without a stored token says that nobody is signed in', async () => {
    const page = await openPage('/login')
    await signIn(page, known)
    await leftLogin(page)
    // Until then the page stores the token of its session.
    await hydrated(page)
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.locator(account).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    const dialog = page.getByRole('dialog', { name: 'You are already logged out' })
    await dialog.waitFor()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await expect.poll(() => hasFocus(page.locator(account))).toBe(true)
    expect(await page.evaluate(async () => (await fetch('/api/auth/session')).json())).toMatchObject({
      data: null,
    })
  })
})
