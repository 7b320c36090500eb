import type { IsAllowed } from '#server/platform/remote/remote-address.ts'
import { isRemoteUrl } from '#server/platform/remote/remote-get.ts'

/** The database has no room for more. */
const MAX_CHARACTERS = 2000

interface Target {
  /** The address of the profile, which the shop has read. */
  profileUrl: string
  mayReach: IsAllowed
}

/**
 * The address at which a platform hears of its orders, from its profile. Undefined if it is no address, or if its host is neither
 * that of the profile nor one below: a stranger could have the shop send orders to a host that knows nothing of it.
 */
export function readWebhookUrl(text: unknown, { profileUrl, mayReach }: Target): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_CHARACTERS) return undefined
  const url = URL.parse(text)
  if (!url || !isRemoteUrl(url, mayReach)) return undefined
  return isBelow(hostOf(url), hostOf(new URL(profileUrl))) ? text : undefined
}

const isBelow = (host: string, parent: string) => host === parent || host.endsWith(`.${parent}`)

/** All names of this machine are one host. Only a shop that may reach private addresses reads profiles there. */
const hostOf = ({ hostname }: URL): string =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? 'localhost' : hostname.replace(/\.$/, '')
