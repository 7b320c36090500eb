import { adminRole } from '#contract/identity/role.ts'
import type { Database } from '#server/db/connect.ts'
import { StartError } from '#server/start-error.ts'
import { hashPassword, generatePassword } from '../passwords/password.ts'

export interface FirstAdmin {
  shopId: number
  email: string
  /** Absent: a generated one, which must be changed at the first sign-in. */
  password?: string
}

/**
 * Gives the shop its first admin. `announce` gets the email of an admin. Just before the commit it also gets a generated
 * password, so that a killed process cannot leave an admin with an unknown password. Throws a `StartError` if the email
 * belongs to a customer.
 */
export async function ensureFirstAdmin(
  db: Database,
  { shopId, email, password }: FirstAdmin,
  announce: (email: string, password?: string) => void,
): Promise<void> {
  const known = await findAdminEmail(db, shopId)
  if (known !== undefined) return announce(known)
  const secret = password ?? generatePassword()
  const passwordHash = await hashPassword(secret)
  await db.transaction().execute(async (tx) => {
    // A second process that starts at the same time waits here and then finds the admin.
    await tx.selectFrom('shop').select('config_id').where('config_id', '=', shopId).forUpdate().execute()
    const other = await findAdminEmail(tx, shopId)
    if (other !== undefined) return announce(other)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('app_user')
      .values({
        config_id: shopId,
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
    announce(email, password === undefined ? secret : undefined)
  })
}

/** Gives the admin of a shop a new password, which must be changed at the first sign-in. Undefined without an admin. */
export async function replaceAdminPassword(
  db: Database,
  shopId: number,
): Promise<{ email: string; password: string } | undefined> {
  const email = await findAdminEmail(db, shopId)
  if (email === undefined) return undefined
  const password = generatePassword()
  await db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(password), password_change_required: true })
    .where('config_id', '=', shopId)
    .where('email', '=', email)
    .execute()
  return { email, password }
}

/** The hash of a password that nobody knows. */
export const unknownPasswordHash = (): Promise<string> => hashPassword(generatePassword())

/** The email of the admin with the oldest account; a disabled one counts if there is no other. */
async function findAdminEmail(db: Database, shopId: number): Promise<string | undefined> {
  const admin = await db
    .selectFrom('app_user')
    .select('email')
    .where('config_id', '=', shopId)
    .where('role_id', '=', adminRole)
    .orderBy('disabled_at', (order) => order.desc().nullsFirst())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return admin?.email
}
