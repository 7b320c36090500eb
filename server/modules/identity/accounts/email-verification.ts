import { links } from '#contract/links.ts'
import type { Transaction } from '#server/db/connect.ts'
import { tooManyTries } from '#server/http/limits/rate-limit.ts'
import type { PersonalContext } from '#server/http/route.ts'
import {
  emailChangeEmail,
  sendEmail,
  welcomeEmail,
  type EmailContent,
  type EmailInput,
} from '#server/modules/email/index.ts'
import { createEmailToken } from '../email-tokens/email-token.writes.ts'

interface Account {
  id: number
  /** The address to confirm. */
  email: string
  fullName: string
}

type ShopContext = Pick<PersonalContext, 'shop' | 'origin'>

/** Emails the link that confirms the address of an account. AppError 429 if one was sent a moment ago. */
export const emailVerification = (tx: Transaction, context: ShopContext, account: Account): Promise<void> =>
  emailLink(tx, context, account, welcomeEmail)

/** Emails a link to the new address; opening it changes the address. The caller has locked the user. AppError 429. */
export const emailChange = (tx: Transaction, context: ShopContext, account: Account): Promise<void> =>
  emailLink(tx, context, account, emailChangeEmail)

async function emailLink(
  tx: Transaction,
  { shop: { shopId, name: shopName }, origin }: ShopContext,
  { id: userId, email, fullName: name }: Account,
  contentOf: (input: EmailInput) => EmailContent,
): Promise<void> {
  const created = await createEmailToken(tx, { shopId, userId, purpose: 'verify_email' }, email)
  if ('waitSeconds' in created) throw tooManyTries(created.waitSeconds)
  const link = origin + links.verifyEmail(created.token)
  await sendEmail(tx, shopId, email, contentOf({ shopName, name, link }))
}
