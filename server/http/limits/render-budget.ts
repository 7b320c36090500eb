import { AppError } from '../errors.ts'
import type { RateLimit } from './rate-limit.ts'

/**
 * Pages that no cached copy answers, in each process. A person opens fewer than one a second; a crawler that asks for ten a
 * second passes. Personal pages are never cached, and many buyers may share a network.
 */
const LIMITS = {
  page: { perNetwork: { burst: 300, seconds: 0.1 }, inAll: { burst: 2000, seconds: 0.02 } },
  personal: { perNetwork: { burst: 2000, seconds: 0.03 }, inAll: { burst: 4000, seconds: 0.01 } },
} as const

export type PageKind = keyof typeof LIMITS

/** How many pages may be rendered: for each network, and in all. */
export interface RenderBudget {
  /** Counts one page. Throws AppError 503 with the seconds to wait if the budget is used up. */
  take(kind: PageKind, network: string): void
}

const MAX_NETWORKS = 20_000

/** Counts in memory, because a page must not wait for the database (GCRA). With RATE_LIMITS=off it allows everything. */
export function createRenderBudget(on: boolean, now: () => number = () => performance.now()): RenderBudget {
  if (!on) return { take: () => {} }
  const emptyAt = new Map<string, number>()

  /** The milliseconds to wait; 0 if the try was counted. */
  const count = (key: string, { burst, seconds }: RateLimit): number => {
    const filled = Math.max(emptyAt.get(key) ?? 0, now()) + seconds * 1000
    const wait = filled - now() - burst * seconds * 1000
    if (wait > 0) return wait
    // The latest comes last, so that the first of the map are the ones to forget.
    emptyAt.delete(key)
    emptyAt.set(key, filled)
    if (emptyAt.size > MAX_NETWORKS) forgetEmpty()
    return 0
  }
  const forgetEmpty = () => {
    for (const [key, at] of emptyAt) if (at <= now()) emptyAt.delete(key)
    for (const key of emptyAt.keys()) {
      if (emptyAt.size <= MAX_NETWORKS / 2) return
      emptyAt.delete(key)
    }
  }

  return {
    take(kind, network) {
      const { perNetwork, inAll } = LIMITS[kind]
      // A network that has used up its own budget takes nothing from that of all.
      const waitMs = count(`${kind} ${network}`, perNetwork) || count(`all ${kind}`, inAll)
      if (waitMs > 0) throw busy(Math.max(1, Math.ceil(waitMs / 1000)))
    },
  }
}

const busy = (seconds: number) =>
  new AppError(503, 'busy', 'The shop is busy. Please try again in a moment.', undefined, seconds)
