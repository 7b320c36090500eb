import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { forgotPassword } from '#contract/identity/auth.ts'
import type { Database } from '#server/db/connect.ts'
import { latestEmail, stranger } from './account.ts'

/** Another password than the one everyone has, as forms send it. */
export const chosen = { password: 'another good one', confirmpassword: 'another good one' }

/** How a link is refused that is not good any more. */
export const invalidLink = { status: 400, code: 'invalid_link' }

/** The secret of an emailed link for a new password. */
export async function emailedReset(db: Database, app: FastifyInstance, email: string): Promise<string> {
  await stranger(app).send(forgotPassword, { email: email.toUpperCase() })
  const message = await latestEmail(db, email)
  if (!message?.token) throw new Error(`Nothing was emailed to ${email}`)
  return message.token
}

/** Makes every link so many minutes older. */
export async function ageLinks(db: Database, minutes: number): Promise<void> {
  await sql`update email_token set created_at = created_at - ${minutes} * interval '1 minute',
    expires_at = expires_at - ${minutes} * interval '1 minute'`.execute(db)
}
