import http from 'node:http'
import https from 'node:https'
import { pinAddress, type IsAllowed } from './remote-address.ts'

interface PostLimits {
  /** For name look-up, connection, request and answer together. */
  timeoutMs: number
  /** What is read of the answer. The rest is not waited for. */
  maxAnswerBytes: number
  isAllowed: IsAllowed
}

/** The result of a request: the status with the beginning of the answer, or a sentence why there is none. */
export interface PostResult {
  status: number | null
  answer: string | null
  error: string | null
  durationMs: number
}

const failed = (error: string) => ({ status: null, answer: null, error })

/** Posts JSON to an address that somebody typed. Follows no redirect and never rejects. */
export async function postTo(
  url: URL,
  { body, headers }: { body: string; headers: Record<string, string> },
  { timeoutMs, ...limits }: PostLimits,
): Promise<PostResult> {
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  const { promise: timedOut, resolve } = Promise.withResolvers<ReturnType<typeof failed>>()
  signal.addEventListener('abort', () => resolve(failed('The server took too long to answer')))
  const result = await Promise.race([
    // The name look-up cannot be aborted.
    timedOut,
    request(url, { body, headers }, { ...limits, signal }).catch((error: unknown) =>
      failed(signal.aborted ? 'The server took too long to answer' : sentenceOf(error)),
    ),
  ])
  return { ...result, durationMs: Math.round(performance.now() - startedAt) }
}

const sentences: Record<string, string> = {
  ENOTFOUND: 'The host name has no address',
  EAI_AGAIN: 'The host name could not be looked up',
  ECONNREFUSED: 'The server refuses connections',
  ECONNRESET: 'The connection was lost',
}

/** Also errors of TLS, whose message says what is wrong with the certificate. */
function sentenceOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return sentences[code ?? ''] ?? `The server can’t be reached (${code ?? message})`.slice(0, 500)
}

async function request(
  url: URL,
  { body, headers }: { body: string; headers: Record<string, string> },
  { maxAnswerBytes, isAllowed, signal }: Omit<PostLimits, 'timeoutMs'> & { signal: AbortSignal },
): Promise<Omit<PostResult, 'durationMs'>> {
  const lookup = await pinAddress(url, isAllowed)
  if (!lookup) return failed('The address is not on the public web')
  const { promise, resolve, reject } = Promise.withResolvers<Omit<PostResult, 'durationMs'>>()
  const send = url.protocol === 'https:' ? https.request : http.request
  const sent = send(url, {
    method: 'POST',
    lookup,
    signal,
    agent: false,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Haat',
    },
  })
  sent.on('error', reject)
  sent.on('response', (response) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = () => {
      const answer = Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\0', '')
      resolve({ status: response.statusCode ?? 0, answer, error: null })
      sent.destroy()
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxAnswerBytes) finish()
    })
    response.on('end', finish)
    response.on('error', reject)
    response.on('close', () => reject(Object.assign(new Error(), { code: 'ECONNRESET' })))
  })
  sent.end(body)
  return promise
}
