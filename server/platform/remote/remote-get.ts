import { RemoteError, sendPinned } from './pinned-request.ts'
import type { IsAllowed } from './remote-address.ts'

const TIMEOUT_MS = 3000
const MAX_BYTES = 64 * 1024

/** A text from a stranger's address. */
export interface RemoteText {
  /** At most 64 kB. */
  text: string
  /** The text was longer, so that its end is missing. */
  isCut: boolean
  /** How long its origin lets caches have it; 0 if it forbids them, undefined if it does not say. */
  maxAgeSeconds: number | undefined
}

/**
 * Whether the shop may connect to a URL as far as its text says: https without a user. Where addresses of this machine are
 * allowed, http is, too.
 */
export function isRemoteUrl({ protocol, port, username, password }: URL, isAllowed: IsAllowed): boolean {
  if (username || password) return false
  if (protocol === 'https:') return true
  return protocol === 'http:' && isAllowed('127.0.0.1', Number(port || 80))
}

/**
 * Reads JSON from an address that a stranger chose, within 3 s. A redirect counts as a failure. Rejects with a RemoteError.
 * `timeoutMs` is for tests.
 */
export async function getText(
  url: URL,
  { isAllowed, timeoutMs = TIMEOUT_MS }: { isAllowed: IsAllowed; timeoutMs?: number },
): Promise<RemoteText> {
  if (!isRemoteUrl(url, isAllowed)) throw new RemoteError('The address does not begin with https://')
  const sent = {
    method: 'GET' as const,
    headers: { accept: 'application/json', 'accept-encoding': 'identity' },
  }
  const limits = { timeoutMs, maxBytes: MAX_BYTES, isAllowed }
  const { status, headers, bytes, isCut } = await sendPinned(url, sent, limits)
  if (status < 200 || status >= 300) throw new RemoteError(`The server answered ${status}`)
  const maxAgeSeconds = maxAgeOf(headers['cache-control'])
  return { text: bytes.toString('utf8'), isCut, maxAgeSeconds }
}

function maxAgeOf(cacheControl = ''): number | undefined {
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return 0
  const [, seconds] = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(cacheControl) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}
