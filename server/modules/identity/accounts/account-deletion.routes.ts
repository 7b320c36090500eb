import { deleteAccount, exportAccount } from '#contract/identity/account.ts'
import { callerOf } from '#server/http/session/audience.ts'
import type { PersonalRecords } from '#server/platform/personal-records.ts'
import { personalRoute, type Route } from '#server/http/route.ts'
import { listAddresses } from '../addresses/address.queries.ts'
import { lockStaff } from '../roles/permissions.ts'
import { confirmPassword, wrongPassword } from '../passwords/confirm-password.ts'
import { requireOtherAdmin } from '../roles/last-admin.ts'
import { listNotesForExport } from '../customers/customer-note.queries.ts'
import { deleteUnusedProfileImage } from './profile-image.ts'
import { listSessions } from '../sessions/session.queries.ts'
import { accountOf, lockUser, requireUser } from './user.queries.ts'
import { deleteUser } from './user.writes.ts'

/** Lets people export their data and delete their account. */
export function accountDeletionRoutes(records: readonly PersonalRecords[]): Route[] {
  const exportData = personalRoute(exportAccount, async (_input, context) => {
    const { db, shop } = context
    const { shopId } = shop
    const { userId, sessionId } = callerOf(context)
    const moduleRecords = await Promise.all(
      records.map(async ({ name, list }) => [name, await list(db, shopId, userId)] as const),
    )
    return {
      data: {
        account: accountOf(await requireUser(db, shopId, userId)),
        addresses: await listAddresses(db, shopId, userId),
        notes: await listNotesForExport(db, shopId, userId),
        sessions: await listSessions(db, shopId, userId, sessionId),
        ...Object.fromEntries(moduleRecords),
      },
    }
  })

  const remove = personalRoute(deleteAccount, async ({ password }, context) => {
    const { db, shop, cookies } = context
    const { shopId } = shop
    const { userId } = callerOf(context)
    const user = await confirmPassword(context, password, 'password')
    const image = await db.transaction().execute(async (tx) => {
      await lockStaff(tx, shopId)
      const now = await lockUser(tx, shopId, userId)
      if (now.password_hash !== user.password_hash) throw wrongPassword('password')
      await requireOtherAdmin(tx, shopId, now)
      for (const { forget } of records) await forget?.(tx, shopId, userId)
      await deleteUser(tx, shopId, userId)
      return now.image
    })
    await deleteUnusedProfileImage(context, image)
    cookies.clear('session')
    cookies.clear('device')
    return { message: 'Account deleted' }
  })

  return [exportData, remove]
}
