import { lookup as resolve } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { AppError } from '#server/http/errors.ts'

const MAX_REDIRECTS = 3

/** Networks that only this machine or its neighbours reach: the special-purpose registries of IANA (RFC 6890). */
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4')
/** Only 2000::/3 is public; 2002::/16 and 64:ff9b::/96 contain IPv4 addresses. */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
const specialIpv6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialIpv6.addSubnet(network, bits, 'ipv6')

/** Whether an address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4')
  if (isIP(address) !== 6) return false
  return publicIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}

interface DownloadLimits {
  maxBytes: number
  /** For the whole download, redirects included. */
  timeoutMs: number
  /** Whether the server may connect to an address. Tests allow their own. */
  isAllowed?: (address: string, port: number) => boolean
  signal?: AbortSignal
}

const onPublicWeb = (address: string, port: number) =>
  isPublicAddress(address) && (port === 80 || port === 443)

/**
 * Downloads a file from an address that somebody typed. Each host is resolved once, and the connection goes to the address
 * that was checked; so does every redirect. Throws AppError 400 with a sentence.
 */
export async function downloadFile(address: string, limits: DownloadLimits): Promise<Buffer> {
  const { timeoutMs, signal } = limits
  const timeout = AbortSignal.timeout(timeoutMs)
  const stop = signal ? AbortSignal.any([signal, timeout]) : timeout
  let url = parseUrl(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await request(url, limits, stop).catch((error: unknown) => {
      if (error instanceof AppError) throw error
      throw refused(timeout.aborted ? 'The server took too long to answer' : 'The server can’t be reached')
    })
    if (Buffer.isBuffer(answer)) return answer
    url = parseUrl(answer.location, url)
  }
  throw refused('The address redirects too often')
}

const refused = (message: string) => new AppError(400, 'download_failed', message)

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
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const resolved = await resolve(host, { all: true })
  const pinned = resolved.find((found) => isAllowed(found.address, port))
  // One private address among several is enough to refuse: a hostile name server mixes them.
  if (!pinned || !resolved.every((found) => isAllowed(found.address, port))) {
    throw refused('The address is not on the public web')
  }
  const lookup: LookupFunction = (_host, options, found) =>
    options.all ? found(null, [pinned]) : found(null, pinned.address, pinned.family)
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
      return reject(refused(`The server answered ${statusCode}`))
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
    response.on('close', () => reject(refused('The connection was lost')))
  })
  return promise
}
