import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/http/secret-token.ts'
import { openPage, shopUrl, type PageOptions } from './page.ts'

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

/** Makes an account past the form, which takes few from one network. `columns` of its row can be told. */
export async function register({ fullName, email, password }: Person, columns: object = {}): Promise<void> {
  const row = { config_id: 1, full_name: fullName, email, gender: 2, password_hash: await hash(password) }
  await inDatabase((db) =>
    db
      .insertInto('app_user')
      .values({ ...row, ...columns })
      .execute(),
  )
}

/** Signs in past the form, which takes few from one network. */
export async function signInAs(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  const token = makeToken()
  await inDatabase((db) =>
    db
      .insertInto('session')
      .columns(['token_hash', 'config_id', 'user_id', 'expires_at'])
      .expression((from) =>
        from
          .selectFrom('app_user')
          .select(({ val }) => [
            val(hashToken(token)).as('token_hash'),
            'config_id',
            'id',
            sql<Date>`now() + interval '1 hour'`.as('expires_at'),
          ])
          .where('email', '=', email),
      )
      .execute(),
  )
  await page.context().addCookies([{ name: 'session', value: token, url: shopUrl }])
}

/** Works in the database of the shop under test, for what no page can do. */
export async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(inject('databaseUrl'), { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Fills in the form of `/login` and sends it. */
export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  // Other forms have fields of these names, and stay in view until this one is there.
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens a page as someone who has been signed in before. */
export function openAs(person: Person, path: string, options: PageOptions = {}): Promise<Page> {
  return openPage(path, { ...options, first: (page) => signInAs(page, person) })
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
