import { links } from '#contract/links.ts'
import type { Transaction } from '#server/db/connect.ts'
import { tooManyTries } from '#server/http/limits/rate-limit.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { sendEmail, welcomeEmail } from '#server/modules/email/index.ts'
import { createEmailToken } from '../email-tokens/email-token.writes.ts'

/** Emails the link that confirms the address of an account. AppError 429 if one was sent a moment ago. */
export async function emailVerification(
  tx: Transaction,
  { shop: { shopId, name: shopName }, origin }: Pick<PersonalContext, 'shop' | 'origin'>,
  { id: userId, email, fullName: name }: { id: number; email: string; fullName: string },
): Promise<void> {
  const created = await createEmailToken(tx, { shopId, userId, purpose: 'verify_email' }, email)
  if ('waitSeconds' in created) throw tooManyTries(created.waitSeconds)
  const link = origin + links.verifyEmail(created.token)
  await sendEmail(tx, shopId, email, welcomeEmail({ shopName, name, link }))
}
