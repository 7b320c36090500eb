import { sql, type Selectable } from 'kysely'
import type { CurrentUser } from '#contract/auth.ts'
import type { Account } from '#contract/account.ts'
import type { Permission } from '#contract/endpoint.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { AppUser } from '#server/db/schema.ts'
import { notSignedIn, permissionsOf } from '#server/http/caller.ts'

const columns = [
  'id',
  'config_id',
  'role_id',
  'full_name',
  'email',
  'gender',
  'picture',
  'password_hash',
  'password_change_required',
  'email_verified_at',
  'disabled_at',
  'created_at',
] as const

/** A person of the shop as the row has it. */
export type User = Pick<Selectable<AppUser>, (typeof columns)[number]> & { permissions: Permission[] }

const ownPermissions = sql<Permission[]>`(select r.permissions from role r
  where r.config_id = app_user.config_id and r.id = app_user.role_id)`

const users = (db: Database, configId: number) =>
  db
    .selectFrom('app_user')
    .select(columns)
    .select(ownPermissions.as('permissions'))
    .where('config_id', '=', configId)

const columnList = sql.raw(columns.join(', '))

/** Who signed in with this address; letters count the same large and small. */
export async function findByEmail(db: Database, configId: number, email: string): Promise<User | undefined> {
  const { rows } = await sql<User>`/* planned once */
    select ${columnList}, ${ownPermissions} as permissions
    from app_user where config_id = ${configId} and lower(email) = ${email.toLowerCase()}`.execute(db)
  return rows[0]
}

export function findUser(db: Database, configId: number, userId: number): Promise<User | undefined> {
  return users(db, configId).where('id', '=', userId).executeTakeFirst()
}

/** Who is signed in. Throws AppError 401 where the account was deleted meanwhile. */
export function requireUser(db: Database, configId: number, userId: number): Promise<User> {
  return users(db, configId).where('id', '=', userId).executeTakeFirstOrThrow(notSignedIn)
}

/** The same, and everything that changes this account waits until the transaction has ended. */
export async function lockUser(tx: Transaction, configId: number, userId: number): Promise<User> {
  const user = await lockExistingUser(tx, configId, userId)
  if (!user) throw notSignedIn()
  return user
}

/** Any user, locked like that. */
export function lockExistingUser(
  tx: Transaction,
  configId: number,
  userId: number,
): Promise<User | undefined> {
  return users(tx, configId).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

/** As the browser shows who is signed in. */
function currentUserOf(user: User): CurrentUser {
  return {
    id: user.id,
    fullName: user.full_name,
    email: user.email,
    roleId: user.role_id,
    configId: user.config_id,
    dp: user.picture,
    emailVerified: user.email_verified_at !== null,
    mustChangePassword: user.password_change_required,
    permissions: permissionsOf(user.role_id, user.permissions),
  }
}

/** As the profile shows it. */
export function accountOf(user: User): Account {
  return {
    ...currentUserOf(user),
    gender: user.gender === 1 || user.gender === 2 ? user.gender : null,
    memberSince: user.created_at.toISOString(),
  }
}

/** What the browser may know of the session: who it is, and the token it shows and that proves nothing. */
export function signedInOf(user: User, sign: (claims: Record<string, unknown>) => string) {
  const shown = currentUserOf(user)
  const { id, fullName, email, roleId, configId, dp } = shown
  return { token: sign({ fullName, email, roleId, id, configId, dp }), user: shown }
}
