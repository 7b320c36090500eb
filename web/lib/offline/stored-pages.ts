import { isPersonalPage, pageDataPath } from '#contract/links.ts'
import type { PageData } from '../navigation/page.ts'
import { offlineCaches } from './offline-caches.ts'

const MAX_PAGES = 12
const titleHeader = 'x-title'

/** A page that opens without a connection. */
export interface StoredPage {
  /** Path and query. */
  url: string
  title: string
}

/** The build of the pages in this document. */
let build: string | undefined

/** Plain http has no caches. */
const hasCaches = () => 'caches' in window

/**
 * Stores the data and the scripts of the page that is shown at `href`, for visits without a connection. Only pages that search
 * engines may index: they show nothing personal, and their addresses have no secrets.
 */
export async function keepPage(data: PageData, href: string): Promise<void> {
  build = data.build
  const { pathname, search } = new URL(href)
  const isPublic = !isPersonalPage(pathname) && !document.querySelector('meta[name="robots"]')
  if (!hasCaches() || href !== location.href || !isPublic || data.error || data.actionData !== undefined)
    return
  const names = offlineCaches(data.build)
  const title = encodeURIComponent(document.title)
  const shell = await caches.open(names.shell)
  const scripts = new Set(data.routes.flatMap(({ module, imports }) => [module, ...imports]))
  await Promise.all([...scripts].map(async (url) => (await shell.match(url)) ?? shell.add(url)))
  const pages = await caches.open(names.pages)
  await pages.put(
    pageDataPath + pathname + search,
    Response.json(data, { headers: { [titleHeader]: title } }),
  )
  const stored = await pages.keys()
  await Promise.all(stored.slice(0, -MAX_PAGES).map((oldest) => pages.delete(oldest)))
}

/** The stored pages of this build, the last visited one first. */
export async function listStoredPages(): Promise<StoredPage[]> {
  if (!hasCaches() || build === undefined) return []
  const pages = await caches.open(offlineCaches(build).pages)
  const stored = await pages.keys()
  const listed = stored.map(async (request) => {
    const { pathname, search } = new URL(request.url)
    const response = await pages.match(request)
    const title = decodeURIComponent(response?.headers.get(titleHeader) ?? '')
    return { url: pathname.slice(pageDataPath.length) + search, title }
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
