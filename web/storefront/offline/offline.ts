import type { QueryClient } from '@tanstack/react-query'
import { personalDataReset } from '#web/data/account/session.ts'
import { forgetCart, keepCart as keep } from '#web/data/cart/stored-cart.ts'
import { forgetPages, keepPage as store } from '#web/lib/offline/stored-pages.ts'
import type { PageData } from '#web/lib/navigation/page.ts'
// Vite bundles the worker and exports its URL.
// oxlint-disable-next-line import/default
import workerUrl from '#web/lib/offline/service-worker.ts?worker&url'

export { OfflinePage } from './offline-page.tsx'

// Loaded when the browser is idle: load-offline.ts.

let keeping: { client: QueryClient; stop(): void } | undefined

/** Keeps the cart of this tab and its waiting changes. */
export function keepCart(client: QueryClient): void {
  if (keeping?.client === client) return
  if (keeping) keeping.stop()
  else addEventListener(personalDataReset, forget)
  keeping = { client, stop: keep(client) }
}

/** Keeps a page that has been shown, for visits without a connection. */
export async function keepPage(data: PageData, href: string): Promise<void> {
  // Development has no build to keep.
  if (!import.meta.env.PROD) return
  // Without a service worker nothing would open what is stored.
  if (!(await registerServiceWorker(data.build))) return
  await store(data, href).catch(() => {
    // The browser forbids storage, or it is full.
  })
}

function forget(): void {
  forgetCart()
  void forgetPages()
}

let registering: Promise<boolean> | undefined

/**
 * Registers the service worker of this build, which replaces the one of the build before. Resolves with false where the
 * browser runs none: over plain http, in some private windows, if a policy forbids it.
 */
function registerServiceWorker(build: string): Promise<boolean> {
  registering ??= register(`${workerUrl}?build=${build}`)
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
