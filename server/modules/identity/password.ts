import { randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'

/** Argon2id with the parameters that OWASP recommends. Takes about 10 ms of one core, beside the event loop. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

/** No letter or digit that could be read as another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password to be read and typed once: 99 bits in four groups, as in `k3mfw-…`. */
export function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
