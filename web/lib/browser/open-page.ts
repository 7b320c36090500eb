const storageKey = 'nextPage'

interface NextPage {
  pathname: string
  state: unknown
}

interface OpenOptions {
  /** Takes the place of this page in the history. */
  replace?: boolean
  /** What the page learns by `usePageState`. It does not survive a reload. */
  state?: unknown
}

/** Opens a page of the shop as a document. Resolves only if Back returns to this one. */
export function openPage(href: string, { replace = false, state }: OpenOptions = {}): Promise<void> {
  if (state !== undefined) {
    const next: NextPage = { pathname: new URL(href, location.href).pathname, state }
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // Without storage the page opens without it.
    }
  }
  location[replace ? 'replace' : 'assign'](href)
  return new Promise((resolve) => addEventListener('pageshow', () => resolve(), { once: true }))
}

/** What the page before has handed to this one, once; undefined after a reload. */
export function takeState(): unknown {
  try {
    const stored = sessionStorage.getItem(storageKey)
    if (stored === null) return undefined
    sessionStorage.removeItem(storageKey)
    const { pathname, state } = JSON.parse(stored) as NextPage
    return pathname === location.pathname ? state : undefined
  } catch {
    return undefined
  }
}
