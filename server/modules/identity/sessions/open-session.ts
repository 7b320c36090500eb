import type { PersonalContext } from '#server/http/route.ts'
import { signedInOf, type User } from '../accounts/user.queries.ts'
import { setDeviceCookie } from './login-throttling.ts'
import { startSession } from './session.writes.ts'

/**
 * Signs this browser in, and moves the visitor's cart, wishlist and orders into the account. Returns undefined if the
 * password changed or the account was disabled since `user` was read.
 */
export async function openSession(context: PersonalContext, user: User, { remember }: { remember: boolean }) {
  const { db, shop, cookies, services, userAgent } = context
  const { shopId } = shop
  const { id: userId, password_hash: passwordHash } = user
  const replaces = cookies.get('session')
  const session = await startSession(db, { shopId, userId, passwordHash, userAgent, remember, replaces })
  if (!session) return undefined
  cookies.set('session', session.token, session.cookieSeconds)
  setDeviceCookie(context, userId)
  await context.shopper.adopt(userId)
  const signedIn = signedInOf(user, services.sign)
  return { token: signedIn.token, data: signedIn }
}
