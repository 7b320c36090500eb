import { isDashboardPath, links } from '#contract/links.ts'
import { offlineCaches } from './offline-caches.ts'

// Shows a page of the shop where the browser would show its own error page. Whatever the server answers wins: the caches are
// read only when no answer comes. docs/decisions/036-offline.md says what is stored.

/** The parts of a service worker that TypeScript's types of pages lack. */
interface Worker {
  registration: ServiceWorkerRegistration
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}
interface WorkEvent {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

const worker = self as unknown as Worker
/** Each build registers a worker of its own, because its page names other scripts. */
const own = offlineCaches(new URLSearchParams(location.search).get('build') ?? '')
/** Whether the last page could not be loaded. `navigator.onLine` only says that there is a network, not that it leads to the shop. */
let isUnreachable = false

worker.addEventListener('install', (event) => {
  event.waitUntil(storeOfflinePage().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      deleteOtherBuilds(),
      // Asks the server while the worker starts.
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim(),
    ]),
  )
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!isDashboardPath(pathname) && !/^\/(api|uploads)\//.test(pathname)) event.respondWith(page(event))
  }
  // With a connection the browser takes them from its own cache: Chromium ignores preloads that a service worker answers.
  else if (pathname.startsWith('/assets/') && (isUnreachable || !navigator.onLine)) {
    event.respondWith(asset(request))
  }
})

async function storeOfflinePage(): Promise<void> {
  const response = await fetch(links.offline())
  if (!response.ok) throw new Error(`The offline page answered ${response.status}.`)
  const html = await response.clone().text()
  const assets = new Set(Array.from(html.matchAll(/"(\/assets\/[\w.-]+)"/g), ([, url = '']) => url))
  const cache = await caches.open(own.shell)
  await cache.addAll(assets)
  await cache.put(links.offline(), response)
}

async function deleteOtherBuilds(): Promise<void> {
  const current: string[] = Object.values(own)
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)))
}

async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const response = (await preloadResponse) ?? (await fetch(request))
    isUnreachable = false
    return response
  } catch {
    isUnreachable = true
    const { pathname, search } = new URL(request.url)
    const stored = await caches.match(request, { cacheName: own.pages, ignoreVary: true })
    if (stored) return stored
    if (pathname !== links.offline()) return Response.redirect(`${links.offline()}#${pathname}${search}`)
    return (await caches.match(links.offline(), { cacheName: own.shell })) ?? Response.error()
  }
}

/** The names of assets change with their content, so a stored one is never out of date. */
const asset = async (request: Request) =>
  (await caches.match(request, { cacheName: own.shell, ignoreVary: true })) ?? fetch(request)
