import { register, resendVerification, verifyEmail } from '#contract/identity/auth.ts'
import { callerOf } from '#server/http/session/audience.ts'
import { personalRoute } from '#server/http/route.ts'
import { sentOrNot } from '#server/modules/email/index.ts'
import { findEmailToken, isVerified, voidEmailTokens } from '../email-tokens/email-token.writes.ts'
import { emailVerification } from './email-verification.ts'
import { createAccount } from './create-account.ts'
import { lockUser } from './user.queries.ts'
import { setVerifiedEmail } from './user.writes.ts'

const signUp = personalRoute(register, async ({ fullName, gender, email, password, signIn }, context) => ({
  message: 'Registration successful',
  ...(await createAccount(context, { fullName, gender, email, password, signIn })),
}))

const verify = personalRoute(verifyEmail, async ({ token }, { db, shop: { shopId } }) => {
  const message = 'Your email is confirmed'
  if (await isVerified(db, shopId, token)) return { message }
  const { user_id: userId } = await findEmailToken(db, shopId, 'verify_email', token)
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, shopId, userId)
    const { email } = await findEmailToken(tx, shopId, 'verify_email', token)
    await setVerifiedEmail(tx, shopId, userId, email)
    await voidEmailTokens(tx, { shopId, userId })
  })
  return { message }
})

const resend = personalRoute(resendVerification, async (_input, context) => {
  const { db, shop } = context
  const { shopId } = shop
  const { userId } = callerOf(context)
  const isSent = await db.transaction().execute(async (tx) => {
    const { email, full_name: fullName, email_verified_at: verified } = await lockUser(tx, shopId, userId)
    if (verified) return false
    await emailVerification(tx, context, { id: userId, email, fullName })
    return true
  })
  return { message: isSent ? sentOrNot(context, 'Link sent') : 'Your email is already confirmed' }
})

export const registerRoutes = [signUp, verify, resend]
