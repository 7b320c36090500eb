// Vite bundles the worker and answers with its URL.
// oxlint-disable-next-line import/default
import workerUrl from './service-worker.ts?worker&url'

let registering: Promise<boolean> | undefined

/**
 * Registers the service worker of this build, which replaces the one of the build before. Resolves with false where the
 * browser runs none: over plain http, in some private windows, if a policy forbids it.
 */
export function registerServiceWorker(build: string): Promise<boolean> {
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
