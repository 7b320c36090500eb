import { createHash, timingSafeEqual } from 'node:crypto'
import { bytesOf, parseDictionary } from '../structured-fields.ts'
import { invalidSignature, SignatureError } from './signature-error.ts'

const sha256 = (body: Buffer) => createHash('sha256').update(body).digest()

/** The header Content-Digest (RFC 9530) for the bytes of a body. */
export const contentDigest = (body: Buffer): string => `sha-256=:${sha256(body).toString('base64')}:`

/** Throws a SignatureError unless the header has the SHA-256 of exactly these bytes. */
export function requireContentDigest(header: string, body: Buffer): void {
  const digest = readDigest(header)
  if (digest.length === 32 && timingSafeEqual(digest, sha256(body))) return
  throw new SignatureError('digest_mismatch', 'Content-Digest is not the digest of the body')
}

function readDigest(header: string): Buffer {
  const digests = parseDictionary(header)
  if (!digests) throw invalidSignature('Content-Digest is malformed')
  const digest = digests.get('sha-256')
  if (!digest) throw new SignatureError('algorithm_unsupported', 'Content-Digest has no sha-256')
  return bytesOf(digest) ?? Buffer.alloc(0)
}
