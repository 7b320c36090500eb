import http from 'node:http'
import https from 'node:https'
import { AppError } from '#server/http/errors.ts'
import { isPublicAddress, pinAddress, type IsAllowed } from './remote-address.ts'

const MAX_REDIRECTS = 3

interface DownloadLimits {
  maxBytes: number
  /** For the whole download, redirects included. */
  timeoutMs: number
  /** Tests allow their own. */
  isAllowed?: IsAllowed
  signal?: AbortSignal
}

const onPublicWeb = (address: string, port: number) =>
  isPublicAddress(address) && (port === 80 || port === 443)

/**
 * Downloads a file from an address that a person typed. Each host, also that of a redirect, is resolved once, and the
 * connection goes to the checked address. Throws AppError 400 with a sentence.
 */
export async function downloadFile(address: string, limits: DownloadLimits): Promise<Buffer> {
  const { timeoutMs, signal } = limits
  const timeout = AbortSignal.timeout(timeoutMs)
  const stop = signal ? AbortSignal.any([signal, timeout]) : timeout
  let url = parseUrl(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await request(url, limits, stop).catch((error: unknown) => {
      if (error instanceof AppError) throw error
      throw hostFailed(timeout.aborted ? 'The server took too long to answer' : 'The server can’t be reached')
    })
    if (Buffer.isBuffer(answer)) return answer
    url = parseUrl(answer.location, url)
  }
  throw refused('The address redirects too often')
}

const refused = (message: string) => new AppError(400, 'download_failed', message)
/** The other files of this server will hardly fare better. */
const hostFailed = (message: string) => new AppError(400, 'host_failed', message)

function parseUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw refused('This is no web address of a file')
  }
  return url
}

async function request(
  url: URL,
  { maxBytes, isAllowed = onPublicWeb }: DownloadLimits,
  signal: AbortSignal,
): Promise<Buffer | { location: string }> {
  const lookup = await pinAddress(url, isAllowed)
  if (!lookup) throw refused('The address is not on the public web')
  const { promise, resolve: answer, reject } = Promise.withResolvers<Buffer | { location: string }>()
  const send = url.protocol === 'https:' ? https.get : http.get
  const sent = send(url, {
    lookup,
    signal,
    agent: false,
    headers: { accept: 'image/*', 'user-agent': 'Haat' },
  })
  sent.on('error', reject)
  sent.on('response', (response) => {
    const { statusCode = 0, headers } = response
    const { location } = headers
    response.on('error', reject)
    if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
      response.destroy()
      return answer({ location })
    }
    if (statusCode !== 200) {
      response.destroy()
      return reject((statusCode >= 500 ? hostFailed : refused)(`The server answered ${statusCode}`))
    }
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > maxBytes)
        response.destroy(refused(`The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`))
    })
    response.on('end', () => answer(Buffer.concat(chunks)))
    response.on('close', () => reject(hostFailed('The connection was lost')))
  })
  return promise
}
