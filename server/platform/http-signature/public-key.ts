import { createPublicKey, type KeyObject } from 'node:crypto'
import { invalidSignature, SignatureError } from './signature-error.ts'

/** A public key as a stranger published it (JWK, RFC 7517). Nothing of it is validated yet. */
export interface PublicJwk {
  kid: string
  kty?: unknown
  crv?: unknown
  x?: unknown
  y?: unknown
}

/** The algorithm follows from the curve: its hash for Node, and its name in RFC 9421. */
const algorithms = new Map<unknown, { hash: string; name: string }>([
  ['P-256', { hash: 'sha256', name: 'ecdsa-p256-sha256' }],
  ['P-384', { hash: 'sha384', name: 'ecdsa-p384-sha384' }],
])

/** The key with its algorithm. Throws a SignatureError for another kind of key, or for a point that is not on the curve. */
export function readPublicKey({ kty, crv, x, y }: PublicJwk): { key: KeyObject; hash: string; name: string } {
  const algorithm = kty === 'EC' ? algorithms.get(crv) : undefined
  if (!algorithm)
    throw new SignatureError('algorithm_unsupported', 'The key is not an EC key on P-256 or P-384')
  return { key: importKey({ kty: 'EC', crv: String(crv), x: String(x), y: String(y) }), ...algorithm }
}

function importKey(jwk: { kty: string; crv: string; x: string; y: string }): KeyObject {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    throw invalidSignature('The key is malformed')
  }
}
