import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { tooMany } from '#server/http/rate-limit.ts'
import type { hash, verify } from './password-worker.ts'

/**
 * Threads of the lowest priority, so that pages are answered however many sign in. One core stays free of passwords, and
 * who would have to wait for more than 20 others is refused. The threads end when nobody signs in any more.
 */
const pool = new Piscina({
  filename: new URL('./password-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.max(1, availableParallelism() - 1),
  maxQueue: 20,
  idleTimeout: 30_000,
  recordTiming: false,
})

/** The hash of a password, by Argon2id. Throws AppError 429 where too many wait. */
export async function hashPassword(password: string): Promise<string> {
  requireRoom()
  return (await pool.run(password, { name: 'hash' })) as ReturnType<typeof hash>
}

/** Whether this is the password. Without a hash it takes as long and answers no: who asks cannot tell the difference. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  requireRoom()
  const job = { passwordHash: passwordHash ?? nobodysHash, password }
  const same = (await pool.run(job, { name: 'verify' })) as ReturnType<typeof verify>
  return same && passwordHash !== undefined
}

/** Refuses with 429 when too many passwords wait to be looked at, before anything else is done for the caller. */
export function requireRoom(): void {
  if (pool.queueSize >= pool.options.maxQueue) throw tooMany(2)
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
