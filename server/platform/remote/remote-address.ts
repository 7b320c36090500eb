import { lookup as resolve } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

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

/** Whether the server may connect to an address. */
export type IsAllowed = (address: string, port: number) => boolean

/** Which addresses webhooks may have: those of the public internet, or all. */
export const webhookTargets = ({ webhooksAllowPrivate }: { webhooksAllowPrivate: boolean }): IsAllowed =>
  webhooksAllowPrivate ? () => true : isPublicAddress

/**
 * Resolves the host of a URL once. The answer lets a request connect to the address that was checked, whatever the name server
 * says later; undefined if any address is refused. Rejects if the host has no address.
 */
export async function pinAddress(url: URL, isAllowed: IsAllowed): Promise<LookupFunction | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const resolved = await resolve(host, { all: true })
  const pinned = resolved.find((found) => isAllowed(found.address, port))
  // One private address among several is enough to refuse: a hostile name server mixes them.
  if (!pinned || !resolved.every((found) => isAllowed(found.address, port))) return undefined
  return (_host, options, found) =>
    options.all ? found(null, [pinned]) : found(null, pinned.address, pinned.family)
}
