import { randomBytes } from 'node:crypto'
import type { Caller, PersonalContext } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { isSameText } from '#server/platform/same-text.ts'

/** Tries for an account from one network, or one known device: 20 an hour, at most four minutes apart. */
const perAccount = { burst: 5, seconds: 240 }
/** Tries for an account from all networks. Only many networks together reach it. */
const perAccountInAll = { burst: 100, seconds: 240 }
/** The first try of a network counts for it alone, so that networks of strangers cannot shut out the owner. */
const firstTries = { burst: 1, seconds: 24 * 3600 }
/** Tries for each network: 100 an hour. */
const perNetwork = { burst: 40, seconds: 60 }
const MAX_ACCOUNTS_PER_DEVICE = 5
const DEVICE_COOKIE_SECONDS = 365 * 24 * 3600

type Context = Pick<PersonalContext, 'shop' | 'clientAddress' | 'cookies'> & {
  services: Pick<Services, 'limits' | 'keyedHash'>
}

/**
 * Counts a sign-in before the password is checked; throws AppError 429 after too many. A browser that has signed in to the
 * account before has its own count. So strangers cannot lock it out, not even those of the same network. Returns a function
 * that resets the count after success.
 */
export async function throttleSignIn(
  context: Context,
  email: string,
  userId: number | undefined,
): Promise<() => Promise<void>> {
  const { shop, clientAddress, services } = context
  const { limits, keyedHash } = services
  const device = userId === undefined ? undefined : findDevice(context, userId)
  if (!device) await limits.take(`sign-in ${shop.shopId} from ${clientAddress}`, perNetwork)
  const account = `sign-in ${shop.shopId} ${device ? `${userId} device ${device}` : keyedHash('sign-in', email)}`
  const key = device ? account : `${account} at ${clientAddress}`
  await limits.take(key, perAccount)
  if (!device && !(await limits.allows(`${key} first`, firstTries)))
    await limits.take(account, perAccountInAll)
  return () => limits.reset(key)
}

/**
 * Counts a password check of a session, because someone else may have another session of the account. Returns a function that
 * resets the count after success.
 */
export async function throttlePasswordCheck(
  { shop, services: { limits } }: Context,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<() => Promise<void>> {
  const key = `password ${shop.shopId} of ${userId} in ${sessionId}`
  await limits.take(key, perAccount)
  return () => limits.reset(key)
}

/** Marks this browser as one that has signed in to the account. It remembers the latest accounts. */
export function setDeviceCookie(context: Context, userId: number): void {
  const { id = randomBytes(16).toString('base64url'), proofs = [] } = readDeviceCookie(context) ?? {}
  const proof = proofOf(context, userId, id)
  const others = proofs.filter((other) => other !== proof).slice(0, MAX_ACCOUNTS_PER_DEVICE - 1)
  context.cookies.set('device', [id, proof, ...others].join('.'), DEVICE_COOKIE_SECONDS)
}

/** The id of this browser if it has signed in to the account. */
function findDevice(context: Context, userId: number): string | undefined {
  const { id, proofs } = readDeviceCookie(context) ?? {}
  if (id === undefined) return undefined
  const expected = proofOf(context, userId, id)
  return proofs?.some((proof) => isSameText(proof, expected)) ? id : undefined
}

/** The browser's id, and one proof for each account. Nothing of it is checked yet. */
function readDeviceCookie({ cookies }: Context): { id: string; proofs: string[] } | undefined {
  const [id, ...proofs] = cookies.get('device')?.split('.') ?? []
  if (!id || !/^[\w-]{22}$/.test(id)) return undefined
  return { id, proofs: proofs.slice(0, MAX_ACCOUNTS_PER_DEVICE) }
}

const proofOf = ({ shop, services }: Context, userId: number, id: string) =>
  services.keyedHash('device', `${shop.shopId} ${userId} ${id}`)
