import { isPersonalPage } from '#contract/links.ts'
import { offlineCaches } from './offline-caches.ts'

const MAX_PAGES = 12
const titleHeader = 'x-title'

/** A page that opens without a connection. */
export interface StoredPage {
  /** Path and query. */
  url: string
  title: string
}

/** Plain http has no caches. */
const hasCaches = () => 'caches' in window

/** The build of this document: its start script names all others. */
export const currentBuild = (): string =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src.split('/').at(-1) ?? ''

/**
 * Stores this page and the scripts, styles and fonts that it has loaded, for visits without a connection. Only pages that search
 * engines may index: they show nothing personal, and their addresses have no secrets.
 */
export async function keepPage(): Promise<void> {
  if (!hasCaches()) return
  const { pathname, search } = location
  const names = offlineCaches(currentBuild())
  const shell = await caches.open(names.shell)
  const assets = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => new URL(name).pathname.startsWith('/assets/'))
  await Promise.all([...new Set(assets)].map(async (url) => (await shell.match(url)) ?? shell.add(url)))
  if (isPersonalPage(pathname) || document.querySelector('meta[name="robots"]')) return
  // The browser asks only whether it has changed.
  const response = await fetch(pathname + search)
  if (!response.ok) return
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.set(titleHeader, encodeURIComponent(document.title))
  const pages = await caches.open(names.pages)
  await pages.put(pathname + search, new Response(await response.text(), { headers }))
  const stored = await pages.keys()
  await Promise.all(stored.slice(0, -MAX_PAGES).map((oldest) => pages.delete(oldest)))
}

/** The stored pages of this build, the last visited one first. */
export async function listStoredPages(): Promise<StoredPage[]> {
  if (!hasCaches()) return []
  const pages = await caches.open(offlineCaches(currentBuild()).pages)
  const stored = await pages.keys()
  const listed = stored.map(async (request) => {
    const { pathname, search } = new URL(request.url)
    const response = await pages.match(request)
    const title = decodeURIComponent(response?.headers.get(titleHeader) ?? '')
    return { url: pathname + search, title }
  })
  return (await Promise.all(listed)).reverse()
}

/** Deletes the visited pages from this browser. */
export async function forgetPages(): Promise<void> {
  if (!hasCaches()) return
  const names = await caches.keys()
  const { pages } = offlineCaches('')
  await Promise.all(names.filter((name) => name.startsWith(pages)).map((name) => caches.delete(name)))
}
