import { adminRole } from '#contract/people/role.ts'
import type { Database } from '#server/db/connect.ts'
import { StartError } from '#server/start-error.ts'
import { hashPassword, generatePassword } from '../passwords/password.ts'

export interface FirstAdmin {
  configId: number
  email: string
  /** Absent: a generated one, which must be changed at the first sign-in. */
  password?: string
}

/**
 * Gives the shop its first admin. `announce` gets a generated password just before the commit, so that a killed process
 * cannot leave an admin with an unknown password. Throws a `StartError` if the email belongs to a customer.
 */
export async function ensureFirstAdmin(
  db: Database,
  { configId, email, password }: FirstAdmin,
  announce: (email: string, password: string) => void,
): Promise<void> {
  if (await hasAdmin(db, configId)) return
  const secret = password ?? generatePassword()
  const passwordHash = await hashPassword(secret)
  await db.transaction().execute(async (tx) => {
    // A second process that starts at the same time waits here and then finds the admin.
    await tx.selectFrom('shop').select('config_id').where('config_id', '=', configId).forUpdate().execute()
    if (await hasAdmin(tx, configId)) return
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('app_user')
      .values({
        config_id: configId,
        role_id: adminRole,
        full_name: 'Admin',
        email,
        password_hash: passwordHash,
        password_change_required: password === undefined,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) {
      throw new StartError(
        `There is no admin, and ${email} is a customer: set ADMIN_EMAIL to another address.`,
      )
    }
    if (password === undefined) announce(email, secret)
  })
}

async function hasAdmin(db: Database, configId: number): Promise<boolean> {
  const admin = await db
    .selectFrom('app_user')
    .select('id')
    .where('config_id', '=', configId)
    .where('role_id', '=', adminRole)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}
