import { personalDataReset } from '#web/data/account/session-query.ts'
import { currentBuild, forgetPages, keepPage as store } from '#web/lib/offline/stored-pages.ts'
// Vite bundles the worker and exports its URL.
// oxlint-disable-next-line import/default
import workerUrl from '#web/lib/offline/service-worker.ts?worker&url'

// Loaded last: web/islands/start.ts.

addEventListener(personalDataReset, () => void forgetPages())

/** Keeps this page for visits without a connection, and what shows them. */
export async function keepPage(): Promise<void> {
  // Development has no build to keep.
  if (!import.meta.env.PROD) return
  // Without a service worker nothing would open what is stored.
  if (!(await registerServiceWorker())) return
  // The offline page works without a connection, so its scripts load with one.
  await Promise.all([import('#web/islands/hydrate.tsx'), import('./offline-page.island.tsx')])
  await store().catch(() => {
    // The browser forbids storage, or it is full.
  })
}

let registering: Promise<boolean> | undefined

/**
 * Registers the service worker of this build, which replaces the one of the build before. Resolves with false where the
 * browser runs none: over plain http, in some private windows, if a policy forbids it.
 */
function registerServiceWorker(): Promise<boolean> {
  registering ??= register(`${workerUrl}?build=${currentBuild()}`)
  return registering
}

async function register(url: string): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  try {
    await navigator.serviceWorker.register(url, { scope: '/' })
    return (await navigator.serviceWorker.getRegistration()) !== undefined
  } catch {
    return false
  }
}
