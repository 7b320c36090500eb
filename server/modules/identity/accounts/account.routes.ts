import { changePassword, deleteImage, getAccount, updateAccount } from '#contract/identity/account.ts'
import { links } from '#contract/links.ts'
import { callerOf } from '#server/http/session/audience.ts'
import { personalRoute } from '#server/http/route.ts'
import { passwordChangedEmail, sendEmail, sentOrNot } from '#server/modules/email/index.ts'
import { confirmPassword, wrongPassword } from '../passwords/confirm-password.ts'
import { voidEmailTokens } from '../email-tokens/email-token.writes.ts'
import { hashPassword } from '../passwords/password.ts'
import { requireStrongPassword, fieldError } from '../passwords/password.rules.ts'
import { emailChange } from './email-verification.ts'
import { deleteUnusedProfileImage, storeProfileImage } from './profile-image.ts'
import { endSessions } from '../sessions/session.writes.ts'
import { accountOf, findByEmail, lockUser, requireUser } from './user.queries.ts'
import { emailTaken, setPassword, updateDetails } from './user.writes.ts'

const read = personalRoute(getAccount, async (_input, context) => {
  const { userId } = callerOf(context)
  return { data: accountOf(await requireUser(context.db, context.shop.shopId, userId)) }
})

const update = personalRoute(updateAccount, async ({ fullName, gender, email, password }, context) => {
  const { db, shop } = context
  const { shopId } = shop
  const { userId } = callerOf(context)
  const before = await requireUser(db, shopId, userId)
  const changesEmail = email !== undefined && email !== before.email.toLowerCase()
  if (changesEmail) {
    if (!password) throw fieldError('password_needed', 'password', 'Please enter your current password')
    await confirmPassword(context, password, 'password')
    if (await findByEmail(db, shopId, email)) throw emailTaken()
  }
  const image = await storeProfileImage(context)
  const { data, replaced } = await db.transaction().execute(async (tx) => {
    const now = await lockUser(tx, shopId, userId)
    if (changesEmail) {
      if (now.password_hash !== before.password_hash) throw wrongPassword('password')
      await emailChange(tx, context, { id: userId, email, fullName: now.full_name })
    }
    await updateDetails(tx, shopId, userId, { full_name: fullName, gender, image })
    return { data: accountOf(await requireUser(tx, shopId, userId)), replaced: now.image }
  })
  if (image) await deleteUnusedProfileImage(context, replaced)
  const sent = sentOrNot(context, `We’ve sent a confirmation link to ${email}`)
  return { data, message: changesEmail ? sent : 'Saved' }
})

const removeImage = personalRoute(deleteImage, async (_input, context) => {
  const { db, shop } = context
  const { userId } = callerOf(context)
  const { data, before } = await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, shop.shopId, userId)
    await updateDetails(tx, shop.shopId, userId, { image: null })
    return { data: accountOf(await requireUser(tx, shop.shopId, userId)), before: user.image }
  })
  await deleteUnusedProfileImage(context, before)
  return { data, message: 'Photo removed' }
})

const password = personalRoute(changePassword, async ({ current, password: chosen }, context) => {
  const { db, shop, origin } = context
  const { shopId, name: shopName } = shop
  const { userId, sessionId } = callerOf(context)
  const user = await confirmPassword(context, current, 'current')
  if (chosen === current)
    throw fieldError('same_password', 'password', 'Choose a password you’re not already using')
  requireStrongPassword(chosen, user.email)
  const passwordHash = await hashPassword(chosen)
  await db.transaction().execute(async (tx) => {
    const { password_hash: known, email, full_name: name } = await lockUser(tx, shopId, userId)
    if (known !== user.password_hash) throw wrongPassword('current')
    await setPassword(tx, shopId, userId, passwordHash)
    await endSessions(tx, shopId, userId, sessionId)
    await voidEmailTokens(tx, { shopId, userId, keepFor: email })
    const link = origin + links.forgotPassword()
    await sendEmail(tx, shopId, email, passwordChangedEmail({ shopName, name, link }))
  })
  return { message: 'Password changed' }
})

export const accountRoutes = [read, update, removeImage, password]
