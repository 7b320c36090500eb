import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { PersonalContext } from '#server/http/route.ts'

/** 20 an hour, and never more than four minutes until the next. */
const perAccount = { burst: 5, seconds: 240 }
/** 100 an hour. */
const perNetwork = { burst: 40, seconds: 60 }
const deviceSeconds = 365 * 24 * 3600

type Context = Pick<PersonalContext, 'shop' | 'limits' | 'clientAddress' | 'cookies' | 'keyedHash'>

/**
 * Counts a try to sign in before the password is looked at; throws 429 where there were too many. A browser that has
 * signed in to this account before is counted by itself, so that strangers cannot lock it out. Answers what forgets the
 * tries again when the password was right. An address without an account is counted alike.
 */
export async function countSignIn(
  context: Context,
  email: string,
  userId: number | undefined,
): Promise<() => Promise<void>> {
  const { shop, limits, clientAddress } = context
  await limits.take(`sign-in ${shop.configId} from ${clientAddress}`, perNetwork)
  const device = userId === undefined ? undefined : knownDevice(context, userId)
  const key = device ? `sign-in ${shop.configId} device ${device}` : `sign-in ${shop.configId} ${email}`
  await limits.take(key, perAccount)
  return () => limits.forget(key)
}

/** Counts a try of a signed-in user to confirm something with the password; answers what forgets the tries. */
export async function countConfirmation(
  { shop, limits }: Context,
  userId: number,
): Promise<() => Promise<void>> {
  const key = `password ${shop.configId} of ${userId}`
  await limits.take(key, perAccount)
  return () => limits.forget(key)
}

/** Leaves a mark in this browser that it has been this user's. */
export function rememberDevice(context: Context, userId: number): void {
  const id = knownDevice(context, userId) ?? randomBytes(16).toString('base64url')
  context.cookies.set('device', `${id}.${proofOf(context, userId, id)}`, deviceSeconds)
}

function knownDevice(context: Context, userId: number): string | undefined {
  const mark = context.cookies.get('device')
  if (mark === undefined) return undefined
  const [id = '', proof = ''] = mark.split('.')
  const expected = Buffer.from(proofOf(context, userId, id))
  const given = Buffer.from(proof)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}

const proofOf = ({ shop, keyedHash }: Context, userId: number, id: string) =>
  keyedHash('device', `${shop.configId} ${userId} ${id}`)
