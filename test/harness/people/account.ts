import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { login } from '#contract/identity/auth.ts'
import type { Permission } from '#contract/endpoint.ts'
import { getShop } from '#contract/shop/shop.ts'
import type { Database } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { client, type Client } from './client.ts'

/** The password of every test user. */
export const secret = 'a long winding road'
/** As cheap as Argon2 permits. The shop reads the cost from the hash, and `password.test.ts` tests its own. */
const secretHash = hash(secret, { memoryCost: 8, timeCost: 1, parallelism: 1 })

let accounts = 0
let networks = 0

/** Adds a user with a unique email address; `columns` override the row. */
export async function newUser(db: Database, columns: object = {}): Promise<{ id: number; email: string }> {
  const email = `asha${++accounts}@example.com`
  const user = { config_id: 1, full_name: 'Asha Rao', email, password_hash: await secretHash, ...columns }
  return db.insertInto('app_user').values(user).returning(['id', 'email']).executeTakeFirstOrThrow()
}

/** A visitor from a network address of their own, so that tests do not share rate limits. */
export function stranger(app: FastifyInstance, host?: string): Client {
  networks += 1
  return client(app, { host, address: `10.0.${networks >> 8}.${networks & 255}` })
}

/** A client that has signed in as this user. */
export async function signedIn(app: FastifyInstance, email: string, host?: string): Promise<Client> {
  const browser = stranger(app, host)
  const { status, message } = await browser.send(login, { email, password: secret })
  if (status !== 200) throw new Error(`${email} could not sign in: ${message}`)
  return browser
}

/** A new user and their signed-in client. */
export async function newcomer(db: Database, app: FastifyInstance, columns?: object) {
  const user = await newUser(db, columns)
  return { ...user, browser: await signedIn(app, user.email) }
}

/** Opens a second shop at other.example, and waits until the app knows it. */
export async function openElsewhere(db: Database, app: FastifyInstance): Promise<void> {
  await db.insertInto('shop').values({ config_id: 2, name: 'Elsewhere' }).execute()
  await db.insertInto('shop_host').values({ config_id: 2, host: 'other.example' }).execute()
  while ((await client(app, { host: 'other.example' }).send(getShop)).status !== 200) await wait(5)
}

/** An address without its PIN code. */
export const home = {
  fullName: 'Asha Rao',
  phone: '+91 98765 43210',
  line1: '4 Rose Lane',
  city: 'Pune',
  state: 'MH',
}

/** The template of the latest email to an address, and the token of its link. */
export async function latestEmail(
  db: Database,
  recipient: string,
): Promise<{ template: string; token: string | undefined } | undefined> {
  const email = await db
    .selectFrom('email')
    .select(['template', 'body_text'])
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return email && { template: email.template, token: /token=([\w-]+)/.exec(email.body_text ?? '')?.[1] }
}

/** A new role with these permissions, a user who has it, and their signed-in client. */
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

/** The audit log of a record, oldest entry first. */
export function auditLogOf(db: Database, subject: string, subjectId: number) {
  return db
    .selectFrom('audit_entry')
    .select(['actor_id', 'actor_name', 'action', 'before', 'after', 'job'])
    .where('subject', '=', subject)
    .where('subject_id', '=', String(subjectId))
    .orderBy('id')
    .execute()
}

/** Opens a session without a sign-in, which would cost a password hash. Returns the value of the session cookie. */
export async function openSessionOf(db: Database, userId: number, shopId = 1): Promise<string> {
  const token = makeToken()
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      config_id: shopId,
      user_id: userId,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  return token
}

/** A new customer with an open session. */
export async function openSession(db: Database, shopId = 1): Promise<{ userId: number; token: string }> {
  const { id: userId } = await newUser(db, { config_id: shopId, full_name: 'Meera Iyer' })
  return { userId, token: await openSessionOf(db, userId, shopId) }
}
