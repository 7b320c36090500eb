import http from 'node:http'
import https from 'node:https'
import { pinAddress, type IsAllowed } from './remote-address.ts'

export interface RemoteLimits {
  /** For name look-up, connection, request and answer together. */
  timeoutMs: number
  /** What is read of the answer. The rest is not waited for. */
  maxBytes: number
  isAllowed: IsAllowed
}

interface RemoteAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  /** At most `maxBytes`. */
  bytes: Buffer
  /** The answer may have more. */
  isCut: boolean
}

/** There is no answer. The message is a sentence without the address. */
export class RemoteError extends Error {
  override name = 'RemoteError'
}

interface RemoteRequest {
  method: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string | number>
  body?: string
}

/**
 * Sends a request to an address that a stranger chose. The host is resolved once, the connection goes to the address that was
 * checked, and no redirect is followed. Rejects with a RemoteError.
 */
export async function sendPinned(
  url: URL,
  sent: RemoteRequest,
  { timeoutMs, ...limits }: RemoteLimits,
): Promise<RemoteAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const timedOut = Promise.withResolvers<never>()
  const tooLong = () => new RemoteError('The server took too long to answer')
  const stop = () => timedOut.reject(tooLong())
  signal.addEventListener('abort', stop)
  try {
    // The name look-up cannot be aborted.
    return await Promise.race([timedOut.promise, request(url, sent, { ...limits, signal })])
  } catch (error) {
    if (error instanceof RemoteError) throw error
    throw signal.aborted ? tooLong() : new RemoteError(sentenceOf(error))
  } finally {
    signal.removeEventListener('abort', stop)
  }
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
  { method, headers, body }: RemoteRequest,
  { maxBytes, isAllowed, signal }: Omit<RemoteLimits, 'timeoutMs'> & { signal: AbortSignal },
): Promise<RemoteAnswer> {
  const lookup = await pinAddress(url, isAllowed)
  if (!lookup) throw new RemoteError('The address is not on the public web')
  const { promise, resolve, reject } = Promise.withResolvers<RemoteAnswer>()
  const send = url.protocol === 'https:' ? https.request : http.request
  const sent = send(url, {
    method,
    lookup,
    signal,
    agent: false,
    headers: { ...headers, 'user-agent': 'Haat' },
  })
  sent.on('error', reject)
  sent.on('response', (response) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = () => {
      const { statusCode: status = 0, headers: answered } = response
      const all = Buffer.concat(chunks)
      resolve({ status, headers: answered, bytes: all.subarray(0, maxBytes), isCut: bytes >= maxBytes })
      sent.destroy()
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxBytes) finish()
    })
    response.on('end', finish)
    response.on('error', reject)
    response.on('close', () => reject(Object.assign(new Error(), { code: 'ECONNRESET' })))
  })
  sent.end(body)
  return promise
}
