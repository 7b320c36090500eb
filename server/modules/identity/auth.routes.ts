import { getSession, login, logout } from '#contract/auth.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute } from '#server/http/route.ts'
import { countSignIn, rememberDevice } from './guessing.ts'
import { requireRoom, verifyPassword } from './password.ts'
import { endSession, startSession } from './session.writes.ts'
import { findByEmail, findUser, lockUser, signedInOf } from './user.queries.ts'

const wrongCredentials = () => new AppError(401, 'wrong_credentials', 'E-mail or password is wrong')

const signIn = personalRoute(login, async ({ email, password, remember = false }, context) => {
  requireRoom()
  const { db, shop, cookies, sign, userAgent } = context
  const { configId } = shop
  const user = await findByEmail(db, configId, email)
  const forgetTries = await countSignIn(context, email, user?.id)
  const right = await verifyPassword(user?.password_hash, password)
  if (!user || !right) throw wrongCredentials()
  const { token, cookieSeconds } = await db.transaction().execute(async (tx) => {
    // The password may have changed, or the account have been closed, while it was looked at.
    const now = await lockUser(tx, configId, user.id)
    if (now.password_hash !== user.password_hash || now.disabled_at) throw wrongCredentials()
    await endSession(tx, configId, cookies.get('session'))
    return startSession(tx, { configId, userId: user.id, userAgent, remember })
  })
  await forgetTries()
  cookies.set('session', token, cookieSeconds)
  rememberDevice(context, user.id)
  await context.shopper.adopt(user.id)
  const signedIn = signedInOf(user, sign)
  return { message: 'Signed in successfully', token: signedIn.token, data: signedIn }
})

const signOut = personalRoute(logout, async (_input, { db, shop, cookies }) => {
  await endSession(db, shop.configId, cookies.get('session'))
  cookies.clear('session')
  return { message: 'Logged out successfully' }
})

const session = personalRoute(getSession, async (_input, { db, shop, caller, sign }) => {
  const user = caller && (await findUser(db, shop.configId, caller.userId))
  return { data: user ? signedInOf(user, sign) : null }
})

export const authRoutes = [signIn, signOut, session]
