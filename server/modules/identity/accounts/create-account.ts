import type { Transaction } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { notSignedIn } from '#server/http/session/audience.ts'
import { requireStrongPassword } from '../passwords/password.rules.ts'
import { hashPassword, requireQueueSpace } from '../passwords/password.ts'
import { openSession } from '../sessions/open-session.ts'
import { emailVerification } from './email-verification.ts'
import { storeProfileImage } from './profile-image.ts'
import { findByEmail, requireUser, signedInOf } from './user.queries.ts'
import { createUser, emailTaken } from './user.writes.ts'

/** Sign-ups for each network: 20 an hour. */
const perNetwork = { burst: 16, seconds: 900 }

interface NewAccount {
  fullName: string
  gender: 1 | 2 | null
  email: string
  password: string
  /** False leaves this browser signed out. */
  signIn?: boolean | undefined
}

/**
 * Creates an account with the image of the request, emails the link that confirms its address, and signs this browser in
 * unless `signIn` is false. `also` runs in the same transaction. AppError 400 for a weak password, 409 for an email that has an account, 429.
 */
export async function createAccount(
  context: PersonalContext,
  { fullName, gender, email, password, signIn = true }: NewAccount,
  also?: (tx: Transaction, userId: number) => Promise<void>,
) {
  requireStrongPassword(password, email)
  requireQueueSpace()
  const { db, shop, clientAddress, services } = context
  const { shopId } = shop
  await services.limits.take(`register ${shopId} from ${clientAddress}`, perNetwork)
  if (await findByEmail(db, shopId, email)) throw emailTaken()
  const image = (await storeProfileImage(context)) ?? null
  const passwordHash = await hashPassword(password)
  const user = await db.transaction().execute(async (tx) => {
    const userId = await createUser(tx, { shopId, fullName, gender, email, passwordHash, image })
    await emailVerification(tx, context, { id: userId, email, fullName })
    await also?.(tx, userId)
    return requireUser(tx, shopId, userId)
  })
  if (!signIn) {
    const data = signedInOf(user, services.sign)
    return { token: data.token, data }
  }
  const signedIn = await openSession(context, user, { remember: false })
  if (!signedIn) throw notSignedIn()
  return signedIn
}
