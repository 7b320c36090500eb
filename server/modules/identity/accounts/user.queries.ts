import { sql, type Selectable } from 'kysely'
import type { CurrentUser } from '#contract/identity/auth.ts'
import type { Account } from '#contract/identity/account.ts'
import type { Permission } from '#contract/endpoint.ts'
import { prepared, type Database, type Transaction } from '#server/db/connect.ts'
import type { AppUser } from '#server/db/schema.ts'
import { notSignedIn } from '#server/http/session/audience.ts'
import { effectivePermissions } from '../roles/effective-permissions.ts'

const columns = [
  'id',
  'config_id',
  'role_id',
  'full_name',
  'email',
  'gender',
  'image',
  'password_hash',
  'password_change_required',
  'email_verified_at',
  'disabled_at',
  'created_at',
] as const

/** A row of `app_user` with the permissions of its role. */
export type User = Pick<Selectable<AppUser>, (typeof columns)[number]> & { permissions: Permission[] }

const ownPermissions = sql<Permission[]>`(select r.permissions from role r
  where r.config_id = app_user.config_id and r.id = app_user.role_id)`

const users = (db: Database, shopId: number) =>
  db
    .selectFrom('app_user')
    .select(columns)
    .select(ownPermissions.as('permissions'))
    .where('config_id', '=', shopId)

const columnList = sql.raw(columns.join(', '))

/** Finds an account by its email address, ignoring case. */
export async function findByEmail(db: Database, shopId: number, email: string): Promise<User | undefined> {
  const { rows } = await prepared(
    'find_user_by_email',
    sql<User>`
    select ${columnList}, ${ownPermissions} as permissions
    from app_user where config_id = ${shopId} and lower(email) = ${email.toLowerCase()}`,
  ).execute(db)
  return rows[0]
}

export function findUser(db: Database, shopId: number, userId: number): Promise<User | undefined> {
  return users(db, shopId).where('id', '=', userId).executeTakeFirst()
}

/** Finds the signed-in user. Throws AppError 401 if the account was deleted. */
export function requireUser(db: Database, shopId: number, userId: number): Promise<User> {
  return users(db, shopId).where('id', '=', userId).executeTakeFirstOrThrow(notSignedIn)
}

/** Like `requireUser`, and locks the account until the transaction ends. */
export async function lockUser(tx: Transaction, shopId: number, userId: number): Promise<User> {
  const user = await lockExistingUser(tx, shopId, userId)
  if (!user) throw notSignedIn()
  return user
}

/** Finds and locks any user. */
export function lockExistingUser(tx: Transaction, shopId: number, userId: number): Promise<User | undefined> {
  return users(tx, shopId).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

/** The user as the browser shows it. */
function currentUserOf(user: User): CurrentUser {
  return {
    id: user.id,
    fullName: user.full_name,
    email: user.email,
    roleId: user.role_id,
    configId: user.config_id,
    dp: user.image,
    emailVerified: user.email_verified_at !== null,
    mustChangePassword: user.password_change_required,
    permissions: effectivePermissions(user.role_id, user.permissions),
  }
}

/** The user as the profile page shows it. */
export function accountOf(user: User): Account {
  return {
    ...currentUserOf(user),
    gender: user.gender === 1 || user.gender === 2 ? user.gender : null,
    memberSince: user.created_at.toISOString(),
  }
}

/** Tells the browser who is signed in. The token is for display and proves nothing. */
export function signedInOf(user: User, sign: (claims: Record<string, unknown>) => string) {
  const currentUser = currentUserOf(user)
  const { id, fullName, email, roleId, configId, dp } = currentUser
  return { token: sign({ fullName, email, roleId, id, configId, dp }), user: currentUser }
}
