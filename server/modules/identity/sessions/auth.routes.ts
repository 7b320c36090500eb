import type { z } from 'zod'
import { getSession, login, logout } from '#contract/people/auth.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { throttleSignIn, setDeviceCookie } from './login-throttling.ts'
import { requireQueueSpace, verifyPassword } from '../passwords/password.ts'
import { endSession, startSession } from './session.writes.ts'
import { findByEmail, findUser, signedInOf } from '../accounts/user.queries.ts'

const wrongCredentials = () => new AppError(401, 'wrong_credentials', 'Incorrect email or password')

async function signInWith(
  { email, password, remember = false }: z.output<typeof login.input>,
  context: PersonalContext,
) {
  const { db, shop, cookies, sign, userAgent } = context
  const { configId } = shop
  const user = await findByEmail(db, configId, email)
  const resetThrottle = await throttleSignIn(context, email, user?.id)
  const isCorrect = await verifyPassword(user?.password_hash, password)
  if (!user || !isCorrect) throw wrongCredentials()
  const { id: userId, password_hash: passwordHash } = user
  const replaces = cookies.get('session')
  const session = await startSession(db, { configId, userId, passwordHash, userAgent, remember, replaces })
  if (!session) throw wrongCredentials()
  await resetThrottle()
  cookies.set('session', session.token, session.cookieSeconds)
  setDeviceCookie(context, user.id)
  await context.shopper.adopt(user.id)
  const signedIn = signedInOf(user, sign)
  return { message: 'Signed in successfully', token: signedIn.token, data: signedIn }
}

const signIn = personalRoute(login, signInWith, { admit: requireQueueSpace })

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
