// Vite bundles the worker and answers with its URL.
// oxlint-disable-next-line import/default
import workerUrl from './service-worker.ts?worker&url'

let isRegistered = false

/** Registers the service worker of this build, which replaces the one of the build before. Plain http has none. */
export function registerServiceWorker(build: string): void {
  if (isRegistered || !('serviceWorker' in navigator)) return
  isRegistered = true
  navigator.serviceWorker.register(`${workerUrl}?build=${build}`, { scope: '/' }).catch(() => {
    // Without a service worker the browser shows its own error page.
  })
}
