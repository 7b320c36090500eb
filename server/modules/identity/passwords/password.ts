import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { tooManyTries } from '#server/http/limits/rate-limit.ts'
import type { hash, verify } from './password-worker.ts'

/** The queue is bounded and one core stays free of hashing, so that a flood of sign-ins cannot stop pages. */
const pool = new Piscina({
  filename: new URL('./password-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.max(1, availableParallelism() - 1),
  maxQueue: 20,
  idleTimeout: 30_000,
  recordTiming: false,
})

/** Hashes a password with Argon2id. Throws AppError 429 when the queue is full. */
export async function hashPassword(password: string): Promise<string> {
  requireQueueSpace()
  return (await pool.run(password, { name: 'hash' })) as ReturnType<typeof hash>
}

/** The hash of an account whose owner has not chosen a password yet. Nobody can sign in with one. */
export const NO_PASSWORD = ''

/** Checks a password. Without a hash it takes as long and returns false, so that the time tells nothing. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  requireQueueSpace()
  const job = { passwordHash: passwordHash || dummyHash, password }
  const matches = (await pool.run(job, { name: 'verify' })) as ReturnType<typeof verify>
  return matches && Boolean(passwordHash)
}

/** Throws AppError 429 when the queue is full. Routes call it before any other work. */
export function requireQueueSpace(): void {
  if (pool.queueSize >= pool.options.maxQueue) throw tooManyTries(2)
}

/** The hash of random bytes that nobody knows. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$8TGLAr/2GtPFlYdW0rrgXg$mHtbWp59BBwyYNEbAYDlVIcIkE4oF5Qvb1xwY4mRWhE'

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password to be typed once: 99 bits in four groups, as in `k3mfw-…`. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
