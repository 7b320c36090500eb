import { isIP } from 'node:net'

/**
 * The key under which limits count a sender: an IPv4 address as it is, the /64 of an IPv6 address. Providers give one
 * household or one rented machine a /64. The address is undefined once the sender has left.
 */
export function networkOf(address: string | undefined = ''): string {
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
