import { randomBytes } from 'node:crypto'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { seal, unseal } from '#server/platform/sealed.ts'

/** Without I, L, O, 0 and 1, which look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const LENGTH = 16

/** Stored codes depend on it. */
const PURPOSE = 'gift card code'
const SEALED = 'sealed gift card codes'

/** A new code such as `7K2M-9QXT-H4CD-WZ6P`: 79 random bits, so it cannot be guessed. */
export const makeCode = (): string => codeFrom(randomBytes(32))

/**
 * The code of a call, by its Idempotency-Key. A repeated call answers it again, although nothing stores it; only who has the
 * secret of the shop can compute it.
 */
export const codeOfCall = (keyedHash: KeyedHash, call: string): string =>
  codeFrom(Buffer.from(keyedHash('gift card code of a call', call), 'base64url'))

/** 256 random bits as a number in base 31, so each character is as likely as any other. */
function codeFrom(bytes: Buffer): string {
  let number = BigInt(`0x${bytes.toString('hex')}`)
  const base = BigInt(ALPHABET.length)
  const characters = Array.from({ length: LENGTH }, () => {
    const character = ALPHABET[Number(number % base)]
    number /= base
    return character
  })
  return characters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** The last characters, by which people recognize a code. */
export const endingOf = (code: string): string => code.slice(-4)

/** Finds a code as people type it: in any case, with or without hyphens. */
export const hashCode = (keyedHash: KeyedHash, shopId: number, typed: string): string =>
  keyedHash(PURPOSE, `${shopId} ${typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')}`)

/** Encrypts a code until its email is written. */
export const sealCode = (keyedHash: KeyedHash, code: string): Buffer => seal(keyedHash, SEALED, code)

/** Reverses `sealCode`. Throws if AUTH_SECRET was another one then, or the bytes were changed. */
export const openCode = (keyedHash: KeyedHash, bytes: Buffer): string => unseal(keyedHash, SEALED, bytes)
