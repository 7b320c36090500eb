import { changePassword, deletePicture, getAccount, updateAccount } from '#contract/account.ts'
import { links } from '#contract/links.ts'
import { callerOf } from '#server/http/caller.ts'
import { personalRoute } from '#server/http/route.ts'
import { passwordChangedMail, sendMail } from '#server/modules/mail/index.ts'
import { confirmPassword, wrongPassword } from './confirm-password.ts'
import { mailEmailChange, requireFreeEmail } from './email-change.writes.ts'
import { voidLinks } from './mailed-link.writes.ts'
import { hashPassword } from './password.ts'
import { requireGoodPassword, wrongField } from './password.rules.ts'
import { dropProfilePicture, storeProfilePicture } from './profile-picture.ts'
import { endSessions } from './session.writes.ts'
import { accountOf, lockUser, requireUser } from './user.queries.ts'
import { setPassword, updateDetails } from './user.writes.ts'

const read = personalRoute(getAccount, async (_input, context) => {
  const { userId } = callerOf(context)
  return { data: accountOf(await requireUser(context.db, context.shop.configId, userId)) }
})

const update = personalRoute(updateAccount, async ({ fullName, gender, email, password }, context) => {
  const { db, shop } = context
  const { configId } = shop
  const { userId } = callerOf(context)
  const before = await requireUser(db, configId, userId)
  const moves = email !== undefined && email !== before.email.toLowerCase()
  if (moves) {
    if (!password) throw wrongField('password_needed', 'password', 'Please enter your present password')
    await confirmPassword(context, password, 'password')
    await requireFreeEmail(db, configId, email)
  }
  const picture = await storeProfilePicture(context)
  const { data, replaced } = await db.transaction().execute(async (tx) => {
    const now = await lockUser(tx, configId, userId)
    if (moves) {
      if (now.password_hash !== before.password_hash) throw wrongPassword('password')
      await mailEmailChange(tx, context, now, email)
    }
    await updateDetails(tx, configId, userId, { full_name: fullName, gender, picture })
    return { data: accountOf(await requireUser(tx, configId, userId)), replaced: now.picture }
  })
  if (picture) await dropProfilePicture(context, replaced)
  return { data, message: moves ? `Please open the link that was mailed to ${email}` : 'Saved' }
})

const removePicture = personalRoute(deletePicture, async (_input, context) => {
  const { db, shop } = context
  const { userId } = callerOf(context)
  const { data, before } = await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, shop.configId, userId)
    await updateDetails(tx, shop.configId, userId, { picture: null })
    return { data: accountOf(await requireUser(tx, shop.configId, userId)), before: user.picture }
  })
  await dropProfilePicture(context, before)
  return { data, message: 'Your picture is removed' }
})

const password = personalRoute(changePassword, async ({ current, password: chosen }, context) => {
  const { db, shop, origin } = context
  const { configId, name: shopName } = shop
  const { userId, sessionId } = callerOf(context)
  const user = await confirmPassword(context, current, 'current')
  if (chosen === current) throw wrongField('same_password', 'password', 'This is your present password')
  requireGoodPassword(chosen, user.email)
  const passwordHash = await hashPassword(chosen)
  await db.transaction().execute(async (tx) => {
    const { password_hash: known, email, full_name: name } = await lockUser(tx, configId, userId)
    if (known !== user.password_hash) throw wrongPassword('current')
    await setPassword(tx, configId, userId, passwordHash)
    await endSessions(tx, configId, userId, sessionId)
    await voidLinks(tx, { configId, userId, keepFor: email })
    const link = origin + links.forgotPassword()
    await sendMail(tx, configId, email, passwordChangedMail({ shopName, name, link }))
  })
  return { message: 'Your password is changed' }
})

export const accountRoutes = [read, update, removePicture, password]
