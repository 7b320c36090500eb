import { adminRole } from '#contract/role.ts'
import type { Database } from '#server/db/connect.ts'
import { StartError } from '#server/start-error.ts'
import { hashPassword, makePassword } from './password.ts'

export interface FirstAdmin {
  configId: number
  email: string
  /** Without it one is made, which must be changed at the first sign-in. */
  password?: string
}

/**
 * Gives the shop an admin when it has none. A generated password is handed to `announce` as the last act before the
 * commit: were it told after, a process that is killed in between would leave an admin whose password nobody knows.
 * Throws a `StartError` when the address belongs to a customer, whom a setting must not promote.
 */
export async function ensureFirstAdmin(
  db: Database,
  { configId, email, password }: FirstAdmin,
  announce: (email: string, password: string) => void,
): Promise<void> {
  if (await hasAdmin(db, configId)) return
  const secret = password ?? makePassword()
  const passwordHash = await hashPassword(secret)
  await db.transaction().execute(async (tx) => {
    // Of two processes that start at once, the second waits here and then finds the admin.
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
