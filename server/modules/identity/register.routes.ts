import { register, resendVerification, verifyEmail } from '#contract/auth.ts'
import { links } from '#contract/links.ts'
import { callerOf } from '#server/http/caller.ts'
import { tooMany } from '#server/http/rate-limit.ts'
import { personalRoute } from '#server/http/route.ts'
import { sendMail, welcomeMail } from '#server/modules/mail/index.ts'
import { findLink, isVerified, makeLink, voidLinks } from './mailed-link.writes.ts'
import { hashPassword, requireRoom } from './password.ts'
import { requireGoodPassword } from './password.rules.ts'
import { storeProfilePicture } from './profile-picture.ts'
import { findByEmail, lockUser } from './user.queries.ts'
import { createUser, emailTaken, setVerifiedEmail } from './user.writes.ts'

/** 20 an hour. */
const perNetwork = { burst: 16, seconds: 900 }

const signUp = personalRoute(register, async ({ fullName, gender, email, password }, context) => {
  requireGoodPassword(password, email)
  requireRoom()
  const { db, shop, limits, clientAddress, origin } = context
  const { configId, name: shopName } = shop
  await limits.take(`register ${configId} from ${clientAddress}`, perNetwork)
  if (await findByEmail(db, configId, email)) throw emailTaken()
  const picture = (await storeProfilePicture(context)) ?? null
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const userId = await createUser(tx, { configId, fullName, gender, email, passwordHash, picture })
    const made = await makeLink(tx, { configId, userId, purpose: 'verify_email' }, email)
    if ('wait' in made) throw tooMany(made.wait)
    const link = origin + links.verifyEmail(made.token)
    await sendMail(tx, configId, email, welcomeMail({ shopName, name: fullName, link }))
  })
  return { message: 'Registration successful' }
})

const verify = personalRoute(verifyEmail, async ({ token }, { db, shop: { configId } }) => {
  const message = 'Your e-mail address is confirmed'
  if (await isVerified(db, configId, token)) return { message }
  const { user_id: userId } = await findLink(db, configId, 'verify_email', token)
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, configId, userId)
    const { email } = await findLink(tx, configId, 'verify_email', token)
    await setVerifiedEmail(tx, configId, userId, email)
    await voidLinks(tx, { configId, userId })
  })
  return { message }
})

const resend = personalRoute(resendVerification, async (_input, context) => {
  const { db, shop, origin } = context
  const { configId, name: shopName } = shop
  const { userId } = callerOf(context)
  const mailed = await db.transaction().execute(async (tx) => {
    const { email, full_name: name, email_verified_at: verified } = await lockUser(tx, configId, userId)
    if (verified) return false
    const made = await makeLink(tx, { configId, userId, purpose: 'verify_email' }, email)
    if ('wait' in made) throw tooMany(made.wait)
    const link = origin + links.verifyEmail(made.token)
    await sendMail(tx, configId, email, welcomeMail({ shopName, name, link }))
    return true
  })
  return { message: mailed ? 'The link is on its way to you' : 'Your e-mail address is confirmed already' }
})

export const registerRoutes = [signUp, verify, resend]
