import { sql } from 'kysely'
import { violation, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

export interface NewUser {
  shopId: number
  fullName: string
  gender: 1 | 2 | null
  email: string
  passwordHash: string
  /** Name of the stored file. */
  image: string | null
}

/** Creates a customer and returns its id. Throws AppError 409 if the email has an account. */
export async function createUser(tx: Transaction, user: NewUser): Promise<number> {
  const row = await tx
    .insertInto('app_user')
    .values({
      config_id: user.shopId,
      full_name: user.fullName,
      gender: user.gender,
      email: user.email,
      password_hash: user.passwordHash,
      image: user.image,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(emailTaken)
  return row.id
}

/** Fields that a user changes without the password. Undefined fields stay as they are. */
interface Details {
  full_name?: string
  gender?: 1 | 2 | null
  image?: string | null
}

export async function updateDetails(
  tx: Transaction,
  shopId: number,
  userId: number,
  details: Details,
): Promise<void> {
  const changed = Object.entries(details).filter(([, value]) => value !== undefined)
  if (changed.length === 0) return
  await update(tx, shopId, userId).set(Object.fromEntries(changed)).execute()
}

/** Sets a new password; a required password change is then done. */
export async function setPassword(
  tx: Transaction,
  shopId: number,
  userId: number,
  passwordHash: string,
): Promise<void> {
  const set = { password_hash: passwordHash, password_change_required: false }
  await update(tx, shopId, userId).set(set).execute()
}

/** Sets a role without checks: the caller has made them. */
export async function setRole(
  tx: Transaction,
  shopId: number,
  userId: number,
  roleId: number,
): Promise<void> {
  await update(tx, shopId, userId).set({ role_id: roleId }).execute()
}

/** Sets a confirmed email address. Throws AppError 409 if another account has it. */
export async function setVerifiedEmail(
  tx: Transaction,
  shopId: number,
  userId: number,
  email: string,
): Promise<void> {
  await update(tx, shopId, userId)
    .set({ email, email_verified_at: sql<Date>`now()` })
    .execute()
    .catch((error: unknown) => {
      if (violation(error)?.constraint === 'app_user_email') throw emailTaken()
      throw error
    })
}

export async function deleteUser(tx: Transaction, shopId: number, userId: number): Promise<void> {
  await tx.deleteFrom('app_user').where('config_id', '=', shopId).where('id', '=', userId).execute()
}

const update = (tx: Transaction, shopId: number, userId: number) =>
  tx.updateTable('app_user').where('config_id', '=', shopId).where('id', '=', userId)

/** Another account has this email. */
export function emailTaken(): AppError {
  const message = 'An account with this email already exists'
  return new AppError(409, 'email_taken', message, [{ path: 'email', message }])
}
