import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { PersonalContext } from '#server/http/route.ts'

/** Tries for each account or known device: 20 an hour, at most four minutes apart. */
const perAccount = { burst: 5, seconds: 240 }
/** Tries for each network: 100 an hour. */
const perNetwork = { burst: 40, seconds: 60 }
const DEVICE_COOKIE_SECONDS = 365 * 24 * 3600

type Context = Pick<PersonalContext, 'shop' | 'limits' | 'clientAddress' | 'cookies' | 'keyedHash'>

/**
 * Counts a sign-in before the password is checked; throws AppError 429 after too many. A browser that knows the account
 * is counted apart, so that strangers cannot lock it out. Returns a function that resets the count after success.
 */
export async function throttleSignIn(
  context: Context,
  email: string,
  userId: number | undefined,
): Promise<() => Promise<void>> {
  const { shop, limits, clientAddress } = context
  await limits.take(`sign-in ${shop.configId} from ${clientAddress}`, perNetwork)
  const device = userId === undefined ? undefined : readDeviceCookie(context, userId)
  const key = device ? `sign-in ${shop.configId} device ${device}` : `sign-in ${shop.configId} ${email}`
  await limits.take(key, perAccount)
  return () => limits.reset(key)
}

/** Counts a password check of a signed-in user. Returns a function that resets the count after success. */
export async function throttlePasswordCheck(
  { shop, limits }: Context,
  userId: number,
): Promise<() => Promise<void>> {
  const key = `password ${shop.configId} of ${userId}`
  await limits.take(key, perAccount)
  return () => limits.reset(key)
}

/** Marks this browser as one that has signed in to the account. */
export function setDeviceCookie(context: Context, userId: number): void {
  const id = readDeviceCookie(context, userId) ?? randomBytes(16).toString('base64url')
  context.cookies.set('device', `${id}.${proofOf(context, userId, id)}`, DEVICE_COOKIE_SECONDS)
}

function readDeviceCookie(context: Context, userId: number): string | undefined {
  const cookie = context.cookies.get('device')
  if (cookie === undefined) return undefined
  const [id = '', proof = ''] = cookie.split('.')
  const expected = Buffer.from(proofOf(context, userId, id))
  const given = Buffer.from(proof)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}

const proofOf = ({ shop, keyedHash }: Context, userId: number, id: string) =>
  keyedHash('device', `${shop.configId} ${userId} ${id}`)
