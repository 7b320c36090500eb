import { links } from '#contract/links.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { tooManyTries } from '#server/http/limits/rate-limit.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { emailChangeEmail, sendEmail } from '#server/modules/email/index.ts'
import { createEmailToken } from './email-token.writes.ts'
import { findByEmail, type User } from '../accounts/user.queries.ts'
import { emailTaken } from '../accounts/user.writes.ts'

/** Throws AppError 409 if another account has this email. */
export async function requireFreeEmail(db: Database, shopId: number, email: string): Promise<void> {
  if (await findByEmail(db, shopId, email)) throw emailTaken()
}

/** Emails a link to the new address; opening it changes the address. The caller has locked the user. */
export async function requestEmailChange(
  tx: Transaction,
  { shop, origin }: Pick<PersonalContext, 'shop' | 'origin'>,
  { id: userId, full_name: name }: User,
  email: string,
): Promise<void> {
  const { shopId, name: shopName } = shop
  const created = await createEmailToken(tx, { shopId, userId, purpose: 'verify_email' }, email)
  if ('waitSeconds' in created) throw tooManyTries(created.waitSeconds)
  const link = origin + links.verifyEmail(created.token)
  await sendEmail(tx, shopId, email, emailChangeEmail({ shopName, name, link }))
}
