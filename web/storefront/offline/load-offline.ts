import type * as Offline from './offline.ts'

let loading: Promise<typeof Offline | undefined> | undefined

/** Loads what prepares this browser for a lost connection, once it has nothing else to do. Undefined if that fails. */
export const loadOffline = (): Promise<typeof Offline | undefined> =>
  (loading ??= idle()
    .then(() => import('./offline.ts'))
    .catch(() => undefined))

// Safari has no requestIdleCallback.
const idle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window && navigator.onLine
      ? requestIdleCallback(resolve, { timeout: 5000 })
      : setTimeout(resolve),
  )
