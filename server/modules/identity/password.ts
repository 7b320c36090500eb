import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { tooMany } from '#server/http/rate-limit.ts'
import { limitConcurrency } from '#server/platform/concurrency.ts'

// One core stays free of passwords, so that pages are answered however many sign in.
const work = limitConcurrency(Math.max(1, availableParallelism() - 1))
const mostWaiting = 20

/** Argon2id with the parameters that OWASP recommends. Takes about 10 ms of one core, beside the event loop. */
export function hashPassword(password: string): Promise<string> {
  requireRoom()
  return work.run(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))
}

/** Whether this is the password. Without a hash it takes as long and answers no: who asks cannot tell the difference. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  requireRoom()
  const same = await work.run(() => verify(passwordHash ?? nobodysHash, password))
  return same && passwordHash !== undefined
}

/** Refuses with 429 when too many passwords wait to be looked at, before anything else is done for the caller. */
export function requireRoom(): void {
  if (work.waiting() >= mostWaiting) throw tooMany(2)
}

/** Of random bytes that were thrown away. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$8TGLAr/2GtPFlYdW0rrgXg$mHtbWp59BBwyYNEbAYDlVIcIkE4oF5Qvb1xwY4mRWhE'

/** No letter or digit that could be read as another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password to be read and typed once: 99 bits in four groups, as in `k3mfw-…`. */
export function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
