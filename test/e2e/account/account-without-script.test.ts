import { expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { emailToken } from '../support/mailbox.ts'
import { expectNoAxeViolations, hydrated, openPage } from '../support/page.ts'
import { register, signIn, somebody } from '../support/person.ts'
import { invite } from '../support/staff.ts'

const expected = /status of 4\d\d/
const off = { javaScript: false, expected, width: 360 }
const person = somebody('Ravi Kumar')
const changed = 'eight quick teapots'

it('registers after a refused attempt, and fills in the email of the login', async () => {
  const page = await openPage('/signup?next=/help/shipping', off)
  await page.getByLabel('Full name').fill(person.fullName)
  await page.getByLabel('Gender').selectOption('Male')
  await page.getByLabel('Email address').fill('no address')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  const [refused] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.getByRole('button', { name: 'Sign up' }).click(),
  ])
  expect(refused.status()).toBe(400)
  const email = page.getByLabel('Email address')
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => page.getByText('Enter an email address').isVisible()).toBe(true)
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe(person.fullName)
  await expect.poll(() => page.getByLabel('Gender').inputValue()).toBe('1')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  expect(await page.content()).not.toContain(person.password)

  await email.fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('**/login?done=registered&next=*')
  await page.getByText('Registration successful. Please sign in.').waitFor()
  await expect.poll(() => email.inputValue()).toBe(person.email)
  expect(await page.context().cookies()).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/help/shipping')
})

it('confirms the email address with a button, not by opening the link', async () => {
  const link = await emailToken('welcome', person.email)
  const page = await openPage(link, off)
  expect(await page.getByText('is confirmed').count()).toBe(0)
  await page.reload()
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await page.waitForURL('**/verify-email?done=1')
  await expect
    .poll(() => page.getByRole('heading', { name: 'Your email address is confirmed' }).isVisible())
    .toBe(true)
})

it('signs in after a refused attempt and opens the requested page', async () => {
  const page = await openPage('/login?next=/help/shipping', off)
  const refusal = page.waitForResponse((response) => response.request().method() === 'POST')
  await signIn(page, { ...person, password: 'not this one' })
  expect((await refusal).status()).toBe(401)
  await page.getByText('Incorrect email or password').waitFor()
  await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(person.email)
  expect(await page.content()).not.toContain('not this one')
  await signIn(page, person)
  await page.waitForURL('**/help/shipping')
  expect((await page.context().cookies()).map(({ name }) => name).sort()).toEqual(['device', 'session'])
})

it('resets the password with a link that works once', async () => {
  const page = await openPage('/forget-password', off)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Ask for a reset link' }).click()
  await page.waitForURL('**/forget-password?done=1')
  await expect
    .poll(() => page.getByRole('heading', { name: 'Contact us for your link' }).isVisible())
    .toBe(true)

  const link = await emailToken('reset', person.email)
  for (const once of [true, false]) {
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(changed)
    await page.getByLabel('Confirm new password').fill(changed)
    await page.getByRole('button', { name: 'Save password' }).click()
    if (once) await page.waitForURL('**/login?done=reset')
    else await page.getByText('This link has expired or was already used').waitFor()
  }
  await page.goto('/login')
  await signIn(page, { ...person, password: changed })
  await page.waitForURL((url) => url.pathname === '/')
})

it('resets the password with JavaScript and signs in', async () => {
  const page = await openPage('/forget-password', { expected })
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Ask for a reset link' }).click()
  const heading = page.getByRole('heading', { name: 'Contact us for your link' })
  await heading.waitFor()
  await expectNoAxeViolations(page)

  const link = await emailToken('reset', person.email)
  await page.goto(link)
  await hydrated(page)
  await page.getByLabel('New password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm new password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.waitForURL('**/login?done=reset')
  await page.getByText('Your password has been changed').waitFor()
  await expectNoAxeViolations(page)
  await signIn(page, person)
  await page.waitForURL((url) => url.pathname === '/')

  await page.goto(link)
  await hydrated(page)
  await page.getByLabel('New password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm new password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('This link has expired or was already used').waitFor()
  await expectNoAxeViolations(page)
})

it('accepts a staff invitation with a new and with an existing account', async () => {
  const known = somebody('Leela Nair')
  await register(known)
  for (const guest of [somebody('Kiran Das'), known]) {
    const page = await openPage(links.acceptInvitation(await invite(guest.email)), off)
    if (guest === known) {
      await page.getByRole('link', { name: 'I already have an account' }).click()
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByRole('button', { name: 'Sign in and join' }).click()
      await page.getByText('Incorrect password').waitFor()
      await page.getByLabel('Password', { exact: true }).fill(guest.password)
      await page.getByRole('button', { name: 'Sign in and join' }).click()
    } else {
      await page.getByLabel('Full name').fill(guest.fullName)
      await page.getByLabel('New password', { exact: true }).fill(guest.password)
      await page.getByLabel('Confirm new password').fill('something else')
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Passwords don’t match').waitFor()
      await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe(guest.fullName)
      await page.getByLabel('New password', { exact: true }).fill(guest.password)
      await page.getByLabel('Confirm new password').fill(guest.password)
      await page.getByRole('button', { name: 'Create account' }).click()
    }
    await page.waitForURL('**/login?done=joined*')
    await page.getByText('Welcome to the team. Please sign in.').waitFor()
  }
})
