import { setTimeout as wait } from 'node:timers/promises'
import { forgotPassword, resetPassword } from '#contract/auth.ts'
import { links } from '#contract/links.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { passwordChangedMail, resetMail, sendMail } from '#server/modules/mail/index.ts'
import { rememberDevice } from './guessing.ts'
import { findLink, makeLink, voidLinks } from './mailed-link.writes.ts'
import { hashPassword, requireRoom } from './password.ts'
import { requireGoodPassword } from './password.rules.ts'
import { endSessions } from './session.writes.ts'
import { findByEmail, lockUser } from './user.queries.ts'
import { setPassword, setVerifiedEmail } from './user.writes.ts'

/** 20 an hour. */
const perNetwork = { burst: 16, seconds: 900 }

/** Longer than the work takes, so that the time of an answer tells nothing about the address. */
const answerAfter = 250

const forgot = personalRoute(forgotPassword, async ({ email }, context) => {
  const { shop, limits, clientAddress } = context
  await limits.take(`forgot ${shop.configId} from ${clientAddress}`, perNetwork)
  await Promise.all([mailLink(context, email), wait(answerAfter)])
  return { message: 'If this address has an account, a link for a new password is on its way to it' }
})

/** Mails a link, where the address has an account and was not mailed too often. Says nothing either way. */
async function mailLink({ db, shop, origin }: PersonalContext, email: string): Promise<void> {
  const { configId, name: shopName } = shop
  const found = await findByEmail(db, configId, email)
  if (!found || found.disabled_at) return
  await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, configId, found.id)
    const made = await makeLink(tx, { configId, userId: user.id, purpose: 'reset_password' }, user.email)
    if ('wait' in made) return
    const link = origin + links.resetPassword(made.token)
    await sendMail(tx, configId, user.email, resetMail({ shopName, name: user.full_name, link }))
  })
}

const reset = personalRoute(resetPassword, async ({ token, password }, context) => {
  requireRoom()
  const { db, shop, origin } = context
  const { configId, name: shopName } = shop
  const { user_id: userId, email } = await findLink(db, configId, 'reset_password', token)
  requireGoodPassword(password, email)
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const { full_name: name } = await lockUser(tx, configId, userId)
    await findLink(tx, configId, 'reset_password', token)
    await setPassword(tx, configId, userId, passwordHash)
    // Who reads the mail of an address owns it.
    await setVerifiedEmail(tx, configId, userId, email)
    await voidLinks(tx, { configId, userId })
    await endSessions(tx, configId, userId)
    const link = origin + links.forgotPassword()
    await sendMail(tx, configId, email, passwordChangedMail({ shopName, name, link }))
  })
  rememberDevice(context, userId)
  return { message: 'Your password is changed. Please sign in' }
})

export const resetRoutes = [forgot, reset]
