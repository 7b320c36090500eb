import type { Page } from 'playwright-core'
import { hydrated, type PageOptions } from './page.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { inDatabase, openAs, register, somebody, type Person } from './person.ts'

/** Creates an admin account; `columns` override its row. */
export async function makeAdmin(columns: object = {}): Promise<Person> {
  const person = somebody('Devika Admin')
  await register(person, { role_id: 1, ...columns })
  return person
}

/** Opens a dashboard page as a new admin. */
export async function openAsAdmin(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await openAs(await makeAdmin(), path, options)
  await hydrated(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Invites an address as admin. Returns the token of the emailed link. */
export async function invite(email: string): Promise<string> {
  const token = makeToken()
  const inviter = await makeAdmin()
  const row = { config_id: 1, email, role_id: 1, token_hash: hashToken(token) }
  await inDatabase((db) =>
    db
      .insertInto('invitation')
      .values((from) => ({
        ...row,
        invited_by: from.selectFrom('app_user').select('id').where('email', '=', inviter.email),
        expires_at: new Date(Date.now() + 3_600_000),
      }))
      .execute(),
  )
  return token
}
