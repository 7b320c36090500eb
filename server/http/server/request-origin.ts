import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The address that the client typed, as the Host header or a trusted proxy reports it. */
export interface RequestOrigin {
  /** Without port, in lower case; empty if the host is malformed */
  hostname: string
  /** Empty for the default port of the scheme */
  port: string
  /** Scheme, host and port, such as `https://shop.example`. Links need a known one: see `RequestTarget`. */
  origin: string
}

/** The setting TRUST_PROXY: off, on, a number of proxies, or a list of their addresses and ranges. */
type TrustProxy = boolean | number | string

/** Whether the sender at this address may set X-Forwarded-* headers; `hop` counts from 0. */
export type Trust = (address: string, hop: number) => boolean

export function parseTrustProxy(setting: TrustProxy): Trust {
  if (typeof setting === 'boolean') return () => setting
  if (typeof setting === 'number') return (_, hop) => hop < setting
  const proxies = new BlockList()
  for (const range of setting.split(',')) {
    const [address = '', bits] = range.trim().split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    proxies.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return (address) => isIP(address) > 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

const MAX_CACHED_ORIGINS = 10_000
const localhost: RequestOrigin = { hostname: 'localhost', port: '', origin: 'http://localhost' }
const malformed: RequestOrigin = { hostname: '', port: '', origin: 'http://localhost' }

/** Reads the origin of requests. HTTP/1.0 requests may have no host: they count as `localhost`. It never throws. */
export function createOriginReader(trust: Trust): (request: IncomingMessage) => RequestOrigin {
  // A shop has few origins, so each is parsed once. The limit protects against made-up Host headers.
  const known = new Map<string, RequestOrigin>()

  return ({ headers, socket }) => {
    const forwarded = trust(socket.remoteAddress ?? '', 0)
    const host = (forwarded && lastOf(headers['x-forwarded-host'])) || headers.host || ''
    const scheme = forwarded && lastOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'
    const key = `${scheme}://${host}`
    const found = known.get(key)
    if (found) return found
    const origin = parseOrigin(scheme, host)
    if (known.size < MAX_CACHED_ORIGINS) known.set(key, origin)
    return origin
  }
}

function parseOrigin(scheme: string, host: string): RequestOrigin {
  if (host === '') return localhost
  if (!/^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i.test(host)) return malformed
  const url = URL.parse(`${scheme}://${host}`)
  return url ? { hostname: url.hostname, port: url.port, origin: url.origin } : malformed
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return header?.toString().split(',').at(-1)?.trim()
}
