import { links } from '#contract/links.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { tooMany } from '#server/http/rate-limit.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { emailChangeMail, sendMail } from '#server/modules/mail/index.ts'
import { makeLink } from './mailed-link.writes.ts'
import { findByEmail, type User } from './user.queries.ts'
import { emailTaken } from './user.writes.ts'

/** Throws AppError 409 where somebody has an account with this address. */
export async function requireFreeEmail(db: Database, configId: number, email: string): Promise<void> {
  if (await findByEmail(db, configId, email)) throw emailTaken()
}

/** Mails a link to a new address of a user, who is locked by the caller. The address changes when it is opened. */
export async function mailEmailChange(
  tx: Transaction,
  { shop, origin }: Pick<PersonalContext, 'shop' | 'origin'>,
  { id: userId, full_name: name }: User,
  email: string,
): Promise<void> {
  const { configId, name: shopName } = shop
  const made = await makeLink(tx, { configId, userId, purpose: 'verify_email' }, email)
  if ('wait' in made) throw tooMany(made.wait)
  const link = origin + links.verifyEmail(made.token)
  await sendMail(tx, configId, email, emailChangeMail({ shopName, name, link }))
}
