import { verify } from 'node:crypto'
import { bytesOf, isInnerList, parseDictionary, type InnerList } from '../structured-fields.ts'
import { requireContentDigest } from './content-digest.ts'
import { readPublicKey, type PublicJwk } from './public-key.ts'
import { invalidSignature, SignatureError } from './signature-error.ts'
import { headerOf, signatureBase, type SignedMessage } from './signed-message.ts'

/** How old a signature may be that says when it was made, and how far the sender's clock may be ahead. */
const MAX_AGE_SECONDS = 300
const MAX_AHEAD_SECONDS = 60
/** A message with several signatures needs one that counts. */
const MAX_SIGNATURES = 3

interface Verification {
  /** The components that the signature has to cover. */
  required: readonly string[]
  /** The key of the sender with this id. */
  findKey(keyId: string): Promise<PublicJwk | undefined>
  now?: Date
}

/** Whether the sender claims to have signed the message. */
export const isSigned = (message: SignedMessage): boolean =>
  message.headers['signature'] !== undefined || message.headers['signature-input'] !== undefined

/**
 * Verifies the signature of a message (RFC 9421) and the digest of its body: ECDSA on P-256 or P-384, raw r‖s. A signature over
 * less than `required` is refused. Resolves with the id of the key, rejects with a SignatureError.
 */
export async function verifySignature(
  message: SignedMessage,
  { required, findKey, now = new Date() }: Verification,
): Promise<string> {
  const candidates = readSignatures(message)
  const digest = headerOf(message, 'content-digest')
  if (digest !== undefined) requireContentDigest(digest, message.body ?? Buffer.alloc(0))
  let problem: unknown = new SignatureError('signature_missing', 'Signature and Signature-Input do not match')
  for (const candidate of candidates) {
    try {
      return await verifyCandidate(message, candidate, { required, findKey, now })
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error
      problem = error
    }
  }
  throw problem
}

interface Candidate {
  components: InnerList
  signature: Buffer
}

/** The signatures that both headers have. */
function readSignatures(message: SignedMessage): Candidate[] {
  const inputs = readHeader(message, 'signature-input')
  const signatures = readHeader(message, 'signature')
  return [...inputs].slice(0, MAX_SIGNATURES).flatMap(([label, components]) => {
    const signature = bytesOf(signatures.get(label))
    return isInnerList(components) && signature ? [{ components, signature }] : []
  })
}

function readHeader(message: SignedMessage, name: string) {
  const header = headerOf(message, name)
  if (!header) throw new SignatureError('signature_missing', `The message has no header ${name}`)
  const members = parseDictionary(header)
  if (!members) throw invalidSignature(`The header ${name} is malformed`)
  return members
}

async function verifyCandidate(
  message: SignedMessage,
  { components, signature }: Candidate,
  { required, findKey, now }: Required<Verification>,
): Promise<string> {
  const [covered, parameters] = components
  const names = new Set(covered.map(([name]) => name))
  const missing = required.filter((name) => !names.has(name))
  if (missing.length > 0) throw invalidSignature(`The signature does not cover ${missing.join(', ')}`)
  requireInTime(parameters.get('created'), parameters.get('expires'), Math.floor(now.getTime() / 1000))

  const keyId = parameters.get('keyid')
  if (typeof keyId !== 'string') throw invalidSignature('The signature names no keyid')
  const found = await findKey(keyId)
  if (!found)
    throw new SignatureError('key_not_found', 'The profile of the sender has no key with this keyid')
  const { key, hash, name } = readPublicKey(found)
  if ((parameters.get('alg') ?? name) !== name)
    throw new SignatureError('algorithm_unsupported', `A signature with this key is ${name}`)
  const base = Buffer.from(signatureBase(message, components), 'latin1')
  if (!verify(hash, base, { key, dsaEncoding: 'ieee-p1363' }, signature))
    throw invalidSignature('The signature does not belong to this message and key')
  return keyId
}

/** Both times are optional, in seconds since 1970. */
function requireInTime(created: unknown, expires: unknown, now: number): void {
  if (created !== undefined) {
    if (!Number.isInteger(created)) throw invalidSignature('created is no time')
    const at = Number(created)
    if (now - at > MAX_AGE_SECONDS) throw invalidSignature('The signature is too old')
    if (at - now > MAX_AHEAD_SECONDS) throw invalidSignature('The signature was made in the future')
  }
  if (expires === undefined) return
  if (!Number.isInteger(expires)) throw invalidSignature('expires is no time')
  if (now > Number(expires)) throw invalidSignature('The signature has expired')
}
