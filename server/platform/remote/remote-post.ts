import { RemoteError, sendPinned, type RemoteLimits } from './pinned-request.ts'

interface PostLimits extends Omit<RemoteLimits, 'maxBytes'> {
  /** What is read of the answer. The rest is not waited for. */
  maxAnswerBytes: number
}

/** The result of a request: the status with the beginning of the answer, or a sentence why there is none. */
export interface PostResult {
  status: number | null
  answer: string | null
  error: string | null
  durationMs: number
}

/** Posts JSON to an address that somebody typed. Follows no redirect and never rejects. */
export async function postTo(
  url: URL,
  { body, headers }: { body: string; headers: Record<string, string> },
  { maxAnswerBytes: maxBytes, ...limits }: PostLimits,
): Promise<PostResult> {
  const startedAt = performance.now()
  const sent = {
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    body,
  }
  const result = await sendPinned(url, sent, { ...limits, maxBytes }).then(
    ({ status, bytes }) => ({ status, answer: bytes.toString('utf8').replaceAll('\0', ''), error: null }),
    (error: unknown) => ({ status: null, answer: null, error: sentenceOf(error) }),
  )
  return { ...result, durationMs: Math.round(performance.now() - startedAt) }
}

function sentenceOf(error: unknown): string {
  if (error instanceof RemoteError) return error.message
  throw error
}
