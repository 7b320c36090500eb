import { deleteAccount, exportAccount } from '#contract/account.ts'
import { callerOf } from '#server/http/caller.ts'
import type { PersonalRecords } from '#server/http/personal-records.ts'
import { personalRoute, type Route } from '#server/http/route.ts'
import { listAddresses } from './address.queries.ts'
import { lockStaff } from './authority.ts'
import { confirmPassword, wrongPassword } from './confirm-password.ts'
import { requireOtherAdmin } from './last-admin.ts'
import { listNotesForExport } from './customer-note.queries.ts'
import { dropProfilePicture } from './profile-picture.ts'
import { listSessions } from './session.queries.ts'
import { accountOf, lockUser, requireUser } from './user.queries.ts'
import { deleteUser } from './user.writes.ts'

/** The calls by which a person takes everything along, or goes. */
export function leaveRoutes(records: readonly PersonalRecords[]): Route[] {
  const takeAlong = personalRoute(exportAccount, async (_input, context) => {
    const { db, shop } = context
    const { configId } = shop
    const { userId, sessionId } = callerOf(context)
    const kept = await Promise.all(
      records.map(async ({ name, list }) => [name, await list(db, configId, userId)] as const),
    )
    return {
      data: {
        account: accountOf(await requireUser(db, configId, userId)),
        addresses: await listAddresses(db, configId, userId),
        notes: await listNotesForExport(db, configId, userId),
        sessions: await listSessions(db, configId, userId, sessionId),
        ...Object.fromEntries(kept),
      },
    }
  })

  const leave = personalRoute(deleteAccount, async ({ password }, context) => {
    const { db, shop, cookies } = context
    const { configId } = shop
    const { userId } = callerOf(context)
    const user = await confirmPassword(context, password, 'password')
    const picture = await db.transaction().execute(async (tx) => {
      await lockStaff(tx, configId)
      const now = await lockUser(tx, configId, userId)
      if (now.password_hash !== user.password_hash) throw wrongPassword('password')
      await requireOtherAdmin(tx, configId, now)
      for (const { forget } of records) await forget?.(tx, configId, userId)
      await deleteUser(tx, configId, userId)
      return now.picture
    })
    await dropProfilePicture(context, picture)
    cookies.clear('session')
    cookies.clear('device')
    return { message: 'Your account is deleted' }
  })

  return [takeAlong, leave]
}
