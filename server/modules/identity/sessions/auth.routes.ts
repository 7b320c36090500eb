import type { z } from 'zod'
import { getSession, login, logout } from '#contract/identity/auth.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { throttleSignIn } from './login-throttling.ts'
import { requireQueueSpace, verifyPassword } from '../passwords/password.ts'
import { openSession } from './open-session.ts'
import { endSession } from './session.writes.ts'
import { findByEmail, findUser, signedInOf } from '../accounts/user.queries.ts'

const wrongCredentials = () => new AppError(401, 'wrong_credentials', 'Incorrect email or password')

async function signInWith(
  { email, password, remember = false }: z.output<typeof login.input>,
  context: PersonalContext,
) {
  const { db, shop } = context
  const user = await findByEmail(db, shop.shopId, email)
  const resetThrottle = await throttleSignIn(context, email, user?.id)
  const isCorrect = await verifyPassword(user?.password_hash, password)
  const signedIn = user && isCorrect && (await openSession(context, user, { remember }))
  if (!signedIn) throw wrongCredentials()
  await resetThrottle()
  return { message: 'Signed in successfully', ...signedIn }
}

const signIn = personalRoute(login, signInWith, { admit: requireQueueSpace })

const signOut = personalRoute(logout, async (_input, { db, shop, cookies }) => {
  await endSession(db, shop.shopId, cookies.get('session'))
  cookies.clear('session')
  return { message: 'Logged out successfully' }
})

const session = personalRoute(getSession, async (_input, { db, shop, caller, services }) => {
  const user = caller && (await findUser(db, shop.shopId, caller.userId))
  return { data: user ? signedInOf(user, services.sign) : null }
})

export const authRoutes = [signIn, signOut, session]
