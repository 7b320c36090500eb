import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openPage, shopUrl, type PageOptions } from './page.ts'
import { callAs } from './shopper.ts'

/** Someone with an account, as the tests know them. */
export interface Person {
  fullName: string
  email: string
  password: string
}

/** Someone who is nowhere known yet. */
export const somebody = (fullName = 'Asha Rao'): Person => ({
  fullName,
  email: `${randomUUID()}@example.com`,
  password: 'seven slow lanterns',
})

/** Makes an account by the API. */
export async function register(person: Person): Promise<void> {
  const answer = await fetch(`${shopUrl}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, gender: 2, confirmpassword: person.password }),
  })
  expect(await answer.json()).toMatchObject({ message: 'Registration successful' })
}

/** Fills in the form of `/login` and sends it. */
export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens a page as someone who has been signed in before. */
export async function openAs(person: Person, path: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage('/login', options)
  const { email, password } = person
  expect(await callAs(page, 'auth/login', { email, password })).toMatchObject({ status: 200 })
  await page.goto(path)
  return page
}

/** What the browser has stored about who is signed in. */
export function storedKeys(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const keys = ['token', 'userid', 'roleid', 'name', 'email']
    return Object.fromEntries(
      keys.flatMap((key) => (localStorage.getItem(key) === null ? [] : [[key, localStorage.getItem(key)]])),
    ) as Record<string, string>
  })
}
