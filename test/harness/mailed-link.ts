import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { forgotPassword } from '#contract/auth.ts'
import type { Database } from '#server/db/connect.ts'
import { latestMail, stranger } from './account.ts'

/** Another password than the one everyone has, as forms send it. */
export const chosen = { password: 'another good one', confirmpassword: 'another good one' }

/** How a link is refused that is not good any more. */
export const invalidLink = { status: 400, code: 'invalid_link' }

/** The secret of a mailed link for a new password. */
export async function mailedReset(db: Database, app: FastifyInstance, email: string): Promise<string> {
  await stranger(app).send(forgotPassword, { email: email.toUpperCase() })
  const mail = await latestMail(db, email)
  if (!mail?.token) throw new Error(`Nothing was mailed to ${email}`)
  return mail.token
}

/** Makes every link so many minutes older. */
export async function ageLinks(db: Database, minutes: number): Promise<void> {
  await sql`update mailed_link set created_at = created_at - ${minutes} * interval '1 minute',
    expires_at = expires_at - ${minutes} * interval '1 minute'`.execute(db)
}
