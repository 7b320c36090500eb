import { isDashboardPath } from '#contract/links.ts'
import { newKey } from '../new-key.ts'
import { loadPage } from './load-page.ts'
import type { NavigateOptions, Navigation, PageLocation } from './navigation-context.ts'
import { openDocument, takeHandover } from './open-document.ts'
import { isRouteErrorResponse, type LoadedPage } from './page.ts'
import { scrollPositions } from './scroll-positions.ts'

/** What the browser shows, and what it is loading. */
export interface NavigationState extends Pick<Navigation, 'location' | 'type' | 'next' | 'isRevalidating'> {
  page: LoadedPage
  keepsScroll: boolean
}

/** Frames of the storefront: a navigation that fails keeps them and shows its error in the innermost. */
const FRAMES = 2

/** The storefront's own navigation: it keeps the browser's history and loads pages by script. One exists per document. */
export function createNavigator(first: LoadedPage) {
  const scroll = scrollPositions()
  const { origin } = location
  let state: NavigationState = {
    page: first,
    location: firstLocation(),
    type: 'POP',
    next: undefined,
    isRevalidating: false,
    keepsScroll: true,
  }
  let notify: (state: NavigationState, isPage: boolean) => void = () => {}
  let loading: AbortController | undefined

  function set(change: Partial<NavigationState>) {
    const { page } = state
    state = { ...state, ...change }
    notify(state, state.page !== page)
  }

  function show(page: LoadedPage, location: PageLocation, type: Navigation['type'], keepsScroll = false) {
    scroll.save(state.location)
    if (type !== 'POP' || location.key !== entryKey()) writeHistory(location, type === 'PUSH')
    set({ page, location, type, keepsScroll, next: undefined, isRevalidating: false })
  }

  /** Opens a page that belongs to the storefront. */
  async function open(
    location: PageLocation,
    type: Navigation['type'],
    { preventScrollReset = false, defaultShouldRevalidate = true }: NavigateOptions = {},
  ): Promise<void> {
    loading?.abort()
    const { signal } = (loading = new AbortController())
    const url = urlOf(location)
    const isSamePage = url === urlOf(state.location)
    if ((isSamePage && location.hash) || !defaultShouldRevalidate)
      return show(state.page, location, type, preventScrollReset)

    set({ next: location })
    const { build } = state.page.data
    const answer = await loadPage(url, build, signal).catch((error: unknown) => withError(state.page, error))
    if (signal.aborted) return
    const replace = type !== 'PUSH'
    if (answer === 'document') return openDocument(url + location.hash, { replace })
    if ('redirect' in answer) return openUrl(new URL(answer.redirect, origin), { replace })
    const keepsPage = isSamePage && hasFailed(answer)
    show(keepsPage ? state.page : keepFrames(state.page, answer), location, type, preventScrollReset)
  }

  function openUrl(url: URL, options: NavigateOptions): Promise<void> {
    const { pathname, search, hash, href } = url
    const next = { pathname, search, hash, state: options.state ?? null, key: newKey() }
    if (url.origin !== origin || isDashboardPath(pathname) || pathname.startsWith('/api/')) {
      loading?.abort()
      set({ next })
      return openDocument(href, options)
    }
    const isHere = urlOf(next) + hash === urlOf(state.location) + state.location.hash
    return open(next, options.replace || isHere ? 'REPLACE' : 'PUSH', options)
  }

  function onPopState() {
    const { pathname, search, hash } = location
    const known = entryKey()
    const next = { pathname, search, hash, state: entryState(), key: known ?? newKey() }
    // A fragment that the browser has opened itself, with its own scrolling.
    if (known === undefined && urlOf(next) === urlOf(state.location)) {
      writeHistory(next, false)
      set({ location: next, type: 'PUSH', keepsScroll: true })
    } else void open(next, 'POP', { defaultShouldRevalidate: urlOf(next) !== urlOf(state.location) })
  }

  return {
    state: () => state,
    navigate(this: void, to: string, options: NavigateOptions = {}): Promise<void> {
      return openUrl(new URL(to, origin + urlOf(state.location)), options)
    },
    /** A page that cannot refresh its data stays as it is, unless the server refuses it. */
    async revalidate(this: void): Promise<void> {
      const { page, location: here, next } = state
      // A navigation under way brings fresh data itself.
      if (next) return
      loading?.abort()
      set({ isRevalidating: true })
      const { signal } = (loading = new AbortController())
      const answer = await loadPage(urlOf(here), page.data.build, signal).catch(() => undefined)
      if (signal.aborted || state.location !== here) return
      if (answer === 'document') return openDocument(urlOf(here), { replace: true })
      if (answer && 'redirect' in answer) return openUrl(new URL(answer.redirect, origin), { replace: true })
      const keepsPage = !answer || hasFailed(answer)
      set(keepsPage ? { isRevalidating: false } : { page: keepFrames(page, answer), isRevalidating: false })
    },
    restoreScroll: scroll.restore,
    /** Follows Back and Forward. `notify` learns of each change; `isPage` says that there is another page to render. */
    start(listener: (state: NavigationState, isPage: boolean) => void): () => void {
      notify = listener
      const leave = () => scroll.leave(state.location)
      const stay = () => {
        history.scrollRestoration = 'manual'
        // Back returns to a page as it was left.
        if (state.next) set({ next: undefined })
      }
      history.scrollRestoration = 'manual'
      addEventListener('popstate', onPopState)
      addEventListener('pagehide', leave)
      addEventListener('pageshow', stay)
      return () => {
        notify = () => {}
        removeEventListener('popstate', onPopState)
        removeEventListener('pagehide', leave)
        removeEventListener('pageshow', stay)
      }
    },
  }
}

export type Navigator = ReturnType<typeof createNavigator>

const urlOf = ({ pathname, search }: Pick<PageLocation, 'pathname' | 'search'>) => pathname + search

/** Whether the page could not be loaded. A page that the server refuses, such as a deleted product, is an answer. */
const hasFailed = ({ data: { error } }: LoadedPage) =>
  error !== undefined && !(isRouteErrorResponse(error.value) && error.value.status < 500)

/** The page that shows the error of a navigation within the frames that it already has. */
function withError({ data, modules }: LoadedPage, value: unknown): LoadedPage {
  return {
    data: { ...data, routes: data.routes.slice(0, FRAMES), error: { at: FRAMES - 1, value } },
    modules: modules.slice(0, FRAMES),
  }
}

/** A frame that could not be loaded again stays. */
const keepFrames = (shown: LoadedPage, next: LoadedPage): LoadedPage =>
  next.data.error && next.data.error.at < FRAMES - 1 ? withError(shown, next.data.error.value) : next

interface HistoryEntry {
  key?: string
  state?: unknown
}

const entryKey = () => (history.state as HistoryEntry | null)?.key
const entryState = () => (history.state as HistoryEntry | null)?.state ?? null

function writeHistory({ pathname, search, hash, key, state }: PageLocation, isNew: boolean): void {
  const entry: HistoryEntry = { key, state }
  history[isNew ? 'pushState' : 'replaceState'](entry, '', pathname + search + hash)
}

/** The address of the document. It keeps its entry across a reload. */
function firstLocation(): PageLocation {
  const { pathname, search, hash } = location
  const key = entryKey()
  const first = { pathname, search, hash, state: entryState() ?? takeHandover(), key: key ?? newKey() }
  if (key === undefined) writeHistory(first, false)
  return first
}
