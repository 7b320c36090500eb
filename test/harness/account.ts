import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { login } from '#contract/auth.ts'
import type { Permission } from '#contract/endpoint.ts'
import { getShop } from '#contract/shop.ts'
import type { Database } from '#server/db/connect.ts'
import { caller } from './call.ts'
import { person, type Person } from './person.ts'

/** The password of everyone whom tests make. */
export const secret = 'a long winding road'
const secretHash = hash(secret)

let accounts = 0
let networks = 0

/** Adds a user to a shop, with a password and an address of their own. */
export async function newUser(db: Database, columns: object = {}): Promise<{ id: number; email: string }> {
  const email = `asha${++accounts}@example.com`
  const user = { config_id: 1, full_name: 'Asha Rao', email, password_hash: await secretHash, ...columns }
  return db.insertInto('app_user').values(user).returning(['id', 'email']).executeTakeFirstOrThrow()
}

/** A visitor from a network of their own, so that no limit of another test is in the way. */
export function stranger(app: FastifyInstance, host?: string): Person {
  networks += 1
  return person(app, { host, address: `10.0.${networks >> 8}.${networks & 255}` })
}

/** A browser in which this user has signed in. */
export async function signedIn(app: FastifyInstance, email: string, host?: string): Promise<Person> {
  const browser = stranger(app, host)
  const { status, message } = await browser.send(login, { email, password: secret })
  if (status !== 200) throw new Error(`${email} could not sign in: ${message}`)
  return browser
}

/** A new user, and a browser in which they have signed in. */
export async function newcomer(db: Database, app: FastifyInstance, columns?: object) {
  const user = await newUser(db, columns)
  return { ...user, browser: await signedIn(app, user.email) }
}

/** Opens a second shop, at other.example, and returns once the app has heard of it. */
export async function openElsewhere(db: Database, app: FastifyInstance): Promise<void> {
  await db.insertInto('shop').values({ config_id: 2, name: 'Elsewhere' }).execute()
  await db.insertInto('shop_host').values({ config_id: 2, host: 'other.example' }).execute()
  const call = caller(app, 'other.example')
  while ((await call(getShop, {})).data.configId !== 2) await wait(5)
}

/** What somebody types into the form of an address; it lacks the PIN code. */
export const home = {
  fullName: 'Asha Rao',
  phone: '+91 98765 43210',
  line1: '4 Rose Lane',
  city: 'Pune',
  state: 'MH',
}

/** The secret of the link in the latest mail to an address, and what kind of mail it was. */
export async function latestMail(
  db: Database,
  recipient: string,
): Promise<{ template: string; token: string | undefined } | undefined> {
  const mail = await db
    .selectFrom('mail')
    .select(['template', 'body_text'])
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return mail && { template: mail.template, token: /token=([\w-]+)/.exec(mail.body_text ?? '')?.[1] }
}

/** A new role with these rights, and somebody who has it, in a browser in which they have signed in. */
export async function staffWith(
  db: Database,
  app: FastifyInstance,
  permissions: Permission[],
  columns: object = {},
) {
  const { id: roleId } = await db
    .insertInto('role')
    .values(({ selectFrom, fn, eb }) => ({
      config_id: 1,
      id: selectFrom('role').select(eb(fn.max('id'), '+', 1).as('id')),
      name: randomUUID(),
      permissions,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { roleId, ...(await newcomer(db, app, { role_id: roleId, ...columns })) }
}

/** What the journal says about a record, the oldest entry first. */
export function journalOf(db: Database, subject: string, subjectId: number) {
  return db
    .selectFrom('journal')
    .select(['actor_id', 'actor_name', 'action', 'before', 'after', 'job'])
    .where('subject', '=', subject)
    .where('subject_id', '=', String(subjectId))
    .orderBy('id')
    .execute()
}
