import { forgotPassword, resetPassword } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { passwordChangedEmail, resetEmail, sendEmail, sentOrNot } from '#server/modules/email/index.ts'
import { hideDuration } from '#server/platform/hide-duration.ts'
import { setDeviceCookie } from '../sessions/login-throttling.ts'
import { findEmailToken, createEmailToken, voidEmailTokens } from '../email-tokens/email-token.writes.ts'
import { hashPassword, requireQueueSpace } from './password.ts'
import { requireStrongPassword } from './password.rules.ts'
import { endSessions } from '../sessions/session.writes.ts'
import { findByEmail, lockUser } from '../accounts/user.queries.ts'
import { setPassword, setVerifiedEmail } from '../accounts/user.writes.ts'

/** Requests from each network: 20 an hour. */
const perNetwork = { burst: 16, seconds: 900 }

const forgot = personalRoute(forgotPassword, async ({ email }, context) => {
  const { shop, clientAddress, services } = context
  await services.limits.take(`forgot ${shop.shopId} from ${clientAddress}`, perNetwork)
  await hideDuration(emailLink(context, email))
  return { message: sentOrNot(context, 'If there’s an account for this email, we’ve sent a reset link') }
})

/** Emails a link if the address has an account and had fewer than three links within the hour. */
async function emailLink({ db, shop, origin }: PersonalContext, email: string): Promise<void> {
  const { shopId, name: shopName } = shop
  const found = await findByEmail(db, shopId, email)
  if (!found || found.disabled_at) return
  await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, shopId, found.id)
    const created = await createEmailToken(
      tx,
      { shopId, userId: user.id, purpose: 'reset_password' },
      user.email,
    )
    if ('waitSeconds' in created) return
    const link = origin + links.resetPassword(created.token)
    await sendEmail(tx, shopId, user.email, resetEmail({ shopName, name: user.full_name, link }))
  })
}

const reset = personalRoute(resetPassword, async ({ token, password }, context) => {
  requireQueueSpace()
  const { db, shop, origin } = context
  const { shopId, name: shopName } = shop
  const { user_id: userId, email } = await findEmailToken(db, shopId, 'reset_password', token)
  requireStrongPassword(password, email)
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const { full_name: name } = await lockUser(tx, shopId, userId)
    await findEmailToken(tx, shopId, 'reset_password', token)
    await setPassword(tx, shopId, userId, passwordHash)
    // Opening the emailed link proves that the address is theirs.
    await setVerifiedEmail(tx, shopId, userId, email)
    await voidEmailTokens(tx, { shopId, userId })
    await endSessions(tx, shopId, userId)
    const link = origin + links.forgotPassword()
    await sendEmail(tx, shopId, email, passwordChangedEmail({ shopName, name, link }))
  })
  setDeviceCookie(context, userId)
  return { message: 'Your password has been changed. Please sign in.' }
})

export const resetRoutes = [forgot, reset]
