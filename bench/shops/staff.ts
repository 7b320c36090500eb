import { connect } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { databaseOf } from './customers.ts'
import type { Shop } from './shop.ts'

/** Opens an admin session and returns its cookie. */
export async function admitStaff(shop: Shop): Promise<string> {
  const db = connect(databaseOf(shop), { max: 1, limits: false })
  try {
    const { id } = await db
      .insertInto('app_user')
      .values({
        config_id: 1,
        role_id: 1,
        full_name: 'Staff',
        email: `staff-${makeToken()}@example.com`,
        password_hash: 'none',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const token = makeToken()
    const expires_at = new Date(Date.now() + 24 * 3600 * 1000)
    await db
      .insertInto('session')
      .values({ token_hash: hashToken(token), config_id: 1, user_id: id, expires_at })
      .execute()
    return `session=${token}`
  } finally {
    await db.destroy()
  }
}
