import { isIP } from 'node:net'

/**
 * Under which the sender at an address is counted: an IPv4 address as it is, of an IPv6 address its /64, which is what one
 * household or one rented machine is given.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (isIP(plain) !== 6) return address
  const [, ipv4] = /^::ffff:([\d.]+)$/i.exec(plain) ?? []
  if (ipv4) return ipv4
  const [left = '', right] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string) => part.split(':').filter(Boolean)
  const tail = right === undefined ? [] : groups(right)
  const zeros = Array.from({ length: 8 - groups(left).length - tail.length }, () => '0')
  return `${[...groups(left), ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}
