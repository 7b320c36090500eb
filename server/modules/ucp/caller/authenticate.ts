import type { ClaimedPlatform } from '#server/modules/agents/index.ts'
import { requireContentDigest } from '#server/platform/http-signature/content-digest.ts'
import {
  headerOf,
  type SignedMessage,
  type SignedRequest,
} from '#server/platform/http-signature/signed-message.ts'
import { isSigned, verifySignature } from '#server/platform/http-signature/verify.ts'

/** The request of a platform as its sender saw it. */
export type SentRequest = SignedMessage & { request: SignedRequest }

/**
 * Whether the request proved to come from the platform that it names: by a signature with a key of the platform's profile. An
 * unsigned request proves nothing, and a wrong signature is refused (SignatureError).
 */
export async function authenticate(
  sent: SentRequest,
  { profile, refreshed }: Pick<ClaimedPlatform, 'profile' | 'refreshed'>,
): Promise<boolean> {
  if (!isSigned(sent)) {
    const digest = headerOf(sent, 'content-digest')
    if (digest?.includes('sha-256=')) requireContentDigest(digest, sent.body ?? Buffer.alloc(0))
    return false
  }
  const keyIn = ({ signingKeys }: ClaimedPlatform['profile'], keyId: string) =>
    signingKeys.find(({ kid, use }) => kid === keyId && use !== 'enc')
  await verifySignature(sent, {
    required: requiredComponents(sent),
    findKey: async (keyId) => keyIn(profile, keyId) ?? keyIn(await refreshed(), keyId),
  })
  return true
}

/** A signature over less would let others change the rest. The idempotency key also prevents that a request is sent again. */
function requiredComponents({ request, headers, body }: SentRequest): string[] {
  const { method, query } = request
  const isChange = method !== 'GET' && method !== 'HEAD'
  return [
    '@method',
    '@authority',
    '@path',
    ...(query ? ['@query'] : []),
    ...(headers['ucp-agent'] === undefined ? [] : ['ucp-agent']),
    ...(isChange && headers['idempotency-key'] !== undefined ? ['idempotency-key'] : []),
    ...(body && body.length > 0 ? ['content-digest', 'content-type'] : []),
  ]
}
