import { sign, type KeyObject } from 'node:crypto'
import { serializeInnerList, type InnerList } from '../structured-fields.ts'
import { contentDigest } from './content-digest.ts'
import { signatureBase, type SignedMessage } from './signed-message.ts'

/** The shop's own key: ECDSA on P-256. */
export interface SigningKey {
  kid: string
  privateKey: KeyObject
}

interface OwnRequest {
  method: 'POST' | 'GET'
  url: URL
  /** By name in lower case. */
  headers: Record<string, string>
  body?: Buffer | undefined
}

/** Headers that a signature covers if they are sent. */
const COVERED_HEADERS = ['ucp-agent', 'idempotency-key', 'webhook-id', 'webhook-timestamp']

/** The headers that sign a request of ours: Content-Digest if there is a body, Signature-Input and Signature. */
export function signRequest(
  { method, url, headers, body }: OwnRequest,
  key: SigningKey,
  now = new Date(),
): Record<string, string> {
  const { host: authority, pathname: path, search: query } = url
  const components = [
    '@method',
    '@authority',
    '@path',
    ...(query ? ['@query'] : []),
    ...COVERED_HEADERS.filter((name) => headers[name] !== undefined),
  ]
  return signMessage({ request: { method, authority, path, query }, headers, body }, components, key, now)
}

/** The headers that sign an answer of ours. `headers` has the content type. */
export function signResponse(
  { status, headers, body }: { status: number; headers: Record<string, string>; body: Buffer },
  key: SigningKey,
  now = new Date(),
): Record<string, string> {
  return signMessage({ status, headers, body }, ['@status'], key, now)
}

function signMessage(
  message: SignedMessage,
  components: readonly string[],
  { kid, privateKey }: SigningKey,
  now: Date,
): Record<string, string> {
  const digest = message.body && { 'content-digest': contentDigest(message.body) }
  const covered = [...components, ...(digest ? ['content-digest', 'content-type'] : [])]
  const parameters = new Map<string, string | number>([
    ['created', Math.floor(now.getTime() / 1000)],
    ['keyid', kid],
  ])
  const list: InnerList = [covered.map((name) => [name, new Map()] as const), parameters]
  const base = Buffer.from(
    signatureBase({ ...message, headers: { ...message.headers, ...digest } }, list),
    'latin1',
  )
  const signature = sign('sha256', base, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return {
    ...digest,
    'signature-input': `sig1=${serializeInnerList(list)}`,
    signature: `sig1=:${signature.toString('base64')}:`,
  }
}
