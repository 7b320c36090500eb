import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { AppError } from '#server/http/errors.ts'

export interface NewUser {
  configId: number
  fullName: string
  gender: 1 | 2 | null
  email: string
  passwordHash: string
  /** Name of a stored file. */
  picture: string | null
}

/** Makes a customer and answers the id. Throws AppError 409 where the address has an account. */
export async function createUser(tx: Transaction, user: NewUser): Promise<number> {
  const row = await tx
    .insertInto('app_user')
    .values({
      config_id: user.configId,
      full_name: user.fullName,
      gender: user.gender,
      email: user.email,
      password_hash: user.passwordHash,
      picture: user.picture,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(emailTaken)
  return row.id
}

/** What a user may change without being asked twice. What is undefined stays. */
interface Details {
  full_name?: string
  gender?: 1 | 2 | null
  picture?: string | null
}

export async function updateDetails(
  tx: Transaction,
  configId: number,
  userId: number,
  details: Details,
): Promise<void> {
  const changed = Object.entries(details).filter(([, value]) => value !== undefined)
  if (changed.length === 0) return
  await update(tx, configId, userId).set(Object.fromEntries(changed)).execute()
}

/** Sets a new password, which also settles that one had to be chosen. */
export async function setPassword(
  tx: Transaction,
  configId: number,
  userId: number,
  passwordHash: string,
): Promise<void> {
  const set = { password_hash: passwordHash, password_change_required: false }
  await update(tx, configId, userId).set(set).execute()
}

/** What somebody may do from now on; whether that is right has been decided. */
export async function setRole(
  tx: Transaction,
  configId: number,
  userId: number,
  roleId: number,
): Promise<void> {
  await update(tx, configId, userId).set({ role_id: roleId }).execute()
}

/** Makes this the user's address, known to be theirs. Throws AppError 409 where it has another account. */
export async function setVerifiedEmail(
  tx: Transaction,
  configId: number,
  userId: number,
  email: string,
): Promise<void> {
  await update(tx, configId, userId)
    .set({ email, email_verified_at: sql<Date>`now()` })
    .execute()
    .catch((error: unknown) => {
      if (violation(error)?.constraint === 'app_user_email') throw emailTaken()
      throw error
    })
}

export async function deleteUser(tx: Transaction, configId: number, userId: number): Promise<void> {
  await tx.deleteFrom('app_user').where('config_id', '=', configId).where('id', '=', userId).execute()
}

const update = (tx: Transaction, configId: number, userId: number) =>
  tx.updateTable('app_user').where('config_id', '=', configId).where('id', '=', userId)

/** Somebody has an account with this address. */
export function emailTaken(): AppError {
  const message = 'There is an account with this e-mail address already'
  return new AppError(409, 'email_taken', message, [{ path: 'email', message }])
}
