import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Where a request was sent to, as its sender sees it. */
export interface Address {
  /** Without port, in lower case */
  hostname: string
  /** Scheme, host and port, such as `https://shop.example` */
  origin: string
}

/** The setting TRUST_PROXY: nobody, everybody, so many proxies, or these addresses and ranges. */
type TrustProxy = boolean | number | string

/** Whether the sender at this address may say where a request came from (X-Forwarded-*); `hop` counts from 0. */
export type Trust = (address: string, hop: number) => boolean

export function trustOf(setting: TrustProxy): Trust {
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

const nowhere: Address = { hostname: 'localhost', origin: 'http://localhost' }

/** Reads a request's address. What is no host name counts as `localhost`; nothing here throws. */
export function addressReader(trust: Trust): (request: IncomingMessage) => Address {
  // A shop has few addresses, so that each is taken apart once. The bound is for those who make them up.
  const known = new Map<string, Address>()

  return ({ headers, socket }) => {
    const forwarded = trust(socket.remoteAddress ?? '', 0)
    const host = (forwarded && lastOf(headers['x-forwarded-host'])) || headers.host || ''
    const scheme = forwarded && lastOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'
    const key = `${scheme}://${host}`
    const found = known.get(key)
    if (found) return found
    const address = readAddress(scheme, host)
    if (known.size < 10_000) known.set(key, address)
    return address
  }
}

function readAddress(scheme: string, host: string): Address {
  if (!/^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i.test(host)) return nowhere
  const url = URL.parse(`${scheme}://${host}`)
  return url ? { hostname: url.hostname, origin: url.origin } : nowhere
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return header?.toString().split(',').at(-1)?.trim()
}
