import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { newUser, openSessionOf } from '#test/harness/people/account.ts'
import { openPage, shopUrl, type PageOptions } from './page.ts'

/** A customer's name and credentials. */
export interface Person {
  fullName: string
  email: string
  password: string
}

/** A person without an account. */
export const somebody = (fullName = 'Asha Rao'): Person => ({
  fullName,
  email: `${randomUUID()}@example.com`,
  password: 'seven slow lanterns',
})

/** Creates an account in the database, because registration is limited per network. `columns` override its row. */
export async function register({ fullName, email, password }: Person, columns: object = {}): Promise<void> {
  const row = { full_name: fullName, email, gender: 2, password_hash: await hash(password) }
  await inDatabase((db) => newUser(db, { ...row, ...columns }))
}

/** Opens a session in the database and gives the page its cookie, because sign-ins are limited per network. */
export async function signInAs(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  const token = await inDatabase(async (db) => {
    const { id } = await db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return openSessionOf(db, id)
  })
  await page.context().addCookies([{ name: 'session', value: token, url: shopUrl }])
}

/** Runs `work` on the database of the shop under test. */
export async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(inject('databaseUrl'), { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Fills in and submits the form of `/login`. */
export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  // The previous page's form has fields of the same names until this one appears.
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens a page as a signed-in person. */
export function openAs(person: Person, path: string, options: PageOptions = {}): Promise<Page> {
  return openPage(path, { ...options, first: (page) => signInAs(page, person) })
}

/** The browser's storage keys of the signed-in user. */
export function storedKeys(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const keys = ['token', 'userid', 'roleid', 'name', 'email']
    return Object.fromEntries(
      keys.flatMap((key) => (localStorage.getItem(key) === null ? [] : [[key, localStorage.getItem(key)]])),
    ) as Record<string, string>
  })
}
