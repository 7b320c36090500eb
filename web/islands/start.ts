import type { ComponentType } from 'react'
import { signOfLife } from '#web/lib/browser/sign-of-life.ts'
import type { When } from './names.ts'

// The one script that a page of the storefront names. It is small: React comes with the first island.

const modules = import.meta.glob<ComponentType<object>>('../**/*.island.tsx', { import: 'default' })
const enhancements = import.meta.glob<(element: HTMLElement) => void>('../**/*.enhance.ts', {
  import: 'default',
})

/** Events that use what they happen on. Scripts send `use`. */
const uses = ['pointerover', 'pointerdown', 'focusin', 'use']

const started = new WeakMap<Element, Promise<void>>()

/** Makes an island work, once. Until then, and if it does not load, its links and forms work by themselves. */
function start(island: HTMLElement): Promise<void> {
  const starting = started.get(island) ?? load(island)
  started.set(island, starting)
  // Another use tries again.
  return starting.catch(() => void started.delete(island))
}

async function load(island: HTMLElement): Promise<void> {
  // The island and React load at the same time.
  const [{ hydrate }, Component] = await Promise.all([
    import('./hydrate.tsx'),
    modules[island.dataset['island'] ?? '']?.(),
  ])
  // From here on React answers presses, if need be by rendering at once.
  island.dataset['answering'] = ''
  if (Component) await hydrate(island, Component)
  island.dataset['live'] = ''
  pressAgain(island)
}

/** Presses the buttons that were pressed while nothing answered; the script of `EarlyPresses` has marked them. */
function pressAgain(island: HTMLElement): void {
  for (const button of island.querySelectorAll<HTMLElement>('[data-pressed]')) {
    delete button.dataset['pressed']
    button.click()
  }
}

async function enhance(element: HTMLElement): Promise<void> {
  const improve = await enhancements[element.dataset['enhance'] ?? '']?.()
  improve?.(element)
}

/** Whether the visitor asks for few bytes, or the line is slow. */
function isThrifty(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}

/** Resolves when somebody sees the page: the browser may render it before it is opened. */
const shown = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('prerendering' in document && document.prerendering)
      document.addEventListener('prerenderingchange', resolve, { once: true })
    else resolve(undefined)
  })

/** Resolves when the page has loaded. A slow image must not hold up everything. */
const loaded = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(undefined)
    addEventListener('load', resolve, { once: true })
    setTimeout(resolve, 3000)
  })

const idle = (): Promise<unknown> =>
  new Promise((resolve) =>
    // Safari has none.
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: 2000 })
      : setTimeout(resolve, 200),
  )

const islandOf = (node: EventTarget | null) =>
  node instanceof Element ? node.closest<HTMLElement>('[data-island]') : null

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const island = islandOf(target)
      if (isIntersecting && island) void start(island)
    }
  },
  { rootMargin: '200px' },
)

for (const use of uses) {
  const startUsed = ({ target }: Event) => {
    const island = islandOf(target)
    if (island) void start(island)
  }
  document.addEventListener(use, startUsed, { capture: true, passive: true })
}

const islands = (when: When) => [
  ...document.querySelectorAll<HTMLElement>(`[data-island][data-when="${when}"]`),
]

await shown()
await loaded()
await Promise.allSettled(Array.from(document.querySelectorAll<HTMLElement>('[data-enhance]'), enhance))
if (!isThrifty()) {
  for (const island of islands('idle')) {
    await idle()
    await start(island)
  }
  // The element of an island has no box of its own.
  for (const { firstElementChild } of islands('seen')) if (firstElementChild) seen.observe(firstElementChild)
}
// For tests, as the value below.
const { dataset } = document.documentElement
dataset['started'] = 'idle'

// What the first use needs loads once somebody is there: before the use itself, and before a line is lost.
await signOfLife()
await Promise.allSettled([
  import('./hydrate.tsx'),
  import('../storefront/cards/card-changes.ts'),
  ...islands('used').map((island) => modules[island.dataset['island'] ?? '']?.()),
])
dataset['started'] = 'all'

// With all that has loaded. A page that nobody looks at is not worth keeping.
await idle()
await import('../storefront/offline/offline.ts').then(
  ({ keepPage }) => keepPage(),
  // Without it the browser shows its own page when the connection is lost.
  () => undefined,
)
