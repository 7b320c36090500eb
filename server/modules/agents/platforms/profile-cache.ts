import { AppError } from '#server/http/errors.ts'
import { RemoteError } from '#server/platform/remote/pinned-request.ts'
import type { IsAllowed } from '#server/platform/remote/remote-address.ts'
import { getText } from '#server/platform/remote/remote-get.ts'
import { malformedProfile, parseProfile, type PlatformProfile } from './profile.ts'

const MAX_PROFILES = 1000
/** As text. Objects take several times as much memory. */
const MAX_BYTES = 8 * 1024 * 1024
/** The protocol asks for at least a minute, whatever the origin of a profile says. */
const MIN_FRESH_MS = 60_000
const DEFAULT_FRESH_MS = 300_000
const MAX_FRESH_MS = 86_400_000
const REFRESH_MS = 60_000
/** The wait after a failure doubles with each further one. */
const FIRST_BACK_OFF_MS = 2000
const MAX_BACK_OFF_MS = 300_000

interface Entry {
  /** The last good profile. */
  profile: PlatformProfile | undefined
  /** The length of its text. */
  bytes: number
  readAt: number
  /** When a caller last asked for a newer profile than the fresh one. */
  refreshedAt: number
  /** Of the last attempt; undefined if it succeeded. */
  failure: AppError | undefined
  failures: number
  /** Until then the entry answers without another attempt. */
  until: number
}

interface ReadOptions {
  /** Runs before a request is sent, not for a cached profile. It refuses by throwing. */
  admit(): Promise<void>
  /** Reads a fresh profile again, at most once a minute: it may lack a key that is new. */
  isRefresh?: boolean
}

/** Profiles of platforms by address, as this process has read them. */
export interface ProfileCache {
  /** AppError 424 `profile_unreachable`, 422 `profile_malformed`. */
  read(url: string, options: ReadOptions): Promise<PlatformProfile>
}

/** Creates the cache of the process. It sends at most one request for a profile at a time. */
export function createProfileCache(mayReach: IsAllowed, now: () => number = Date.now): ProfileCache {
  /** The least recently used is first. */
  const entries = new Map<string, Entry>()
  const inFlight = new Map<string, Promise<Entry>>()
  let totalBytes = 0

  const remove = (url: string) => {
    totalBytes -= entries.get(url)?.bytes ?? 0
    entries.delete(url)
  }

  const store = (url: string, entry: Entry) => {
    remove(url)
    entries.set(url, entry)
    totalBytes += entry.bytes
    for (const oldest of entries.keys()) {
      if (entries.size <= MAX_PROFILES && totalBytes <= MAX_BYTES) break
      remove(oldest)
    }
  }

  const fetchEntry = async (url: string): Promise<Entry> => {
    const before = entries.get(url)
    const entry = await attempt(url, before, { mayReach, now })
    store(url, entry)
    return entry
  }

  const refresh = (url: string) => {
    const pending = inFlight.get(url) ?? fetchEntry(url).finally(() => inFlight.delete(url))
    inFlight.set(url, pending)
    return pending
  }

  return {
    async read(url, { admit, isRefresh = false }) {
      const known = entries.get(url)
      const time = now()
      if (known) store(url, known)
      const isDue =
        isRefresh && known?.failure === undefined && time - (known?.refreshedAt ?? 0) >= REFRESH_MS
      if (known && !isDue && time < known.until) return resultOf(known, time)
      if (known && isDue) known.refreshedAt = time
      if (!inFlight.has(url)) await admit()
      return resultOf(await refresh(url), now())
    },
  }
}

/** A platform that cannot be reached for a while goes on with its last profile, for a day at most. */
function resultOf({ profile, readAt, failure }: Entry, time: number): PlatformProfile {
  const isUsable = !failure || (failure.status === 424 && time - readAt < MAX_FRESH_MS)
  if (profile && isUsable) return profile
  throw failure ?? unreachable('The profile can’t be read')
}

async function attempt(
  url: string,
  before: Entry | undefined,
  { mayReach, now }: { mayReach: IsAllowed; now: () => number },
): Promise<Entry> {
  try {
    const { text, isCut, maxAgeSeconds } = await getText(new URL(url), { isAllowed: mayReach })
    if (isCut) throw malformedProfile('The profile has more than 64 kB.')
    const profile = parseProfile(text)
    const freshMs = maxAgeSeconds === undefined ? DEFAULT_FRESH_MS : maxAgeSeconds * 1000
    const until = now() + Math.min(MAX_FRESH_MS, Math.max(MIN_FRESH_MS, freshMs))
    return {
      profile,
      bytes: text.length,
      readAt: now(),
      refreshedAt: before?.refreshedAt ?? 0,
      failure: undefined,
      failures: 0,
      until,
    }
  } catch (error) {
    const failure = failureOf(error)
    const failures = (before?.failures ?? 0) + 1
    const backOff = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (failures - 1))
    const { profile, bytes = 0, readAt = 0, refreshedAt = 0 } = before ?? {}
    return { profile, bytes, readAt, refreshedAt, failure, failures, until: now() + backOff }
  }
}

function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof RemoteError) return unreachable(error.message)
  throw error
}

/** Strangers must not learn more, such as which ports of a host are open. */
const shownReasons = /^The server (answered \d+|took too long to answer)$/

function unreachable(reason: string): AppError {
  const because = shownReasons.test(reason) ? reason : 'The server can’t be reached'
  return new AppError(424, 'profile_unreachable', `The profile of the platform can’t be read. ${because}.`)
}
