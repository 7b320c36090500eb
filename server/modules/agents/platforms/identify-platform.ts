import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { Limits, RateLimit } from '#server/http/limits/rate-limit.ts'
import type { Services } from '#server/http/services.ts'
import type { Platform } from './platform.ts'
import { findPlatform, usePlatform, type StoredPlatform } from './platform.writes.ts'
import { parseProfileUrl, type PlatformProfile } from './profile.ts'
import type { ProfileCache } from './profile-cache.ts'

/** Profiles of strangers that one network makes the shop read: 300 at once, then one a second. */
const perNetwork: RateLimit = { burst: 300, seconds: 1 }
/** The same for all networks together: 600 at once, then 10 a second. */
const inAll: RateLimit = { burst: 600, seconds: 0.1 }

/** A platform that a request names. Nothing proves yet that it sends the request. */
export interface ClaimedPlatform {
  /** The row of `agent_platform`. */
  id: number
  profileUrl: string
  profile: PlatformProfile
  /** The profile as it is now, read at most once a minute: a key that the shop does not know may be new. */
  refreshed(): Promise<PlatformProfile>
}

interface Caller {
  shopId: number
  services: Pick<Services, 'limits' | 'mayReach'>
  clientAddress: string
  profiles: ProfileCache
}

/**
 * Finds the platform with this profile, and stores it at its first call. AppError 400 `invalid_profile_url`, 403
 * `profile_not_trusted`, 422 `profile_malformed`, 424 `profile_unreachable`, 429.
 */
export async function identifyPlatform(
  db: Database,
  { shopId, services, clientAddress, profiles }: Caller,
  address: string,
): Promise<ClaimedPlatform> {
  const profileUrl = parseProfileUrl(address, services.mayReach)
  const stored = await findPlatform(db, shopId, profileUrl)
  if (stored?.isBlocked)
    throw new AppError(403, 'profile_not_trusted', 'The shop does not accept requests of this platform.')
  const admit = () => admitFetch(services.limits, stored, clientAddress)
  const profile = await profiles.read(profileUrl, { admit })
  const id = stored && !stored.isStale ? stored.id : await usePlatform(db, shopId, profileUrl)
  return {
    id,
    profileUrl,
    profile,
    refreshed: () => profiles.read(profileUrl, { admit, isRefresh: true }),
  }
}

/** Strangers must not make the shop read many addresses. Nobody's limit keeps a platform out that the shop knows. */
async function admitFetch(
  limits: Limits,
  stored: StoredPlatform | undefined,
  clientAddress: string,
): Promise<void> {
  if (stored?.isTrusted) return
  await limits.take(`profiles ${clientAddress}`, perNetwork)
  await limits.take('profiles', inAll)
}

/**
 * The platform of assistants that connect by themselves and have no profile: the address of the shop's own server of MCP. They are
 * as anonymous as visitors. AppError 403 if staff have blocked them.
 */
export async function visitorPlatform(db: Database, shopId: number, origin: string): Promise<Platform> {
  const profileUrl = `${origin}/mcp`
  const stored = await findPlatform(db, shopId, profileUrl)
  if (stored?.isBlocked)
    throw new AppError(403, 'profile_not_trusted', 'The shop does not accept requests without a profile.')
  const id = stored && !stored.isStale ? stored.id : await usePlatform(db, shopId, profileUrl)
  return { id, profileUrl, isAuthenticated: false }
}
