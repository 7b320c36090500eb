import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'

/** The URL of the shop under test, without a trailing slash. */
export const shopUrl = inject('shopUrl')

let browser: Promise<Browser> | undefined

export interface PageOptions {
  /** Window width in CSS pixels. */
  width?: number
  javaScript?: boolean
  /** A touch screen, for `tap()`. */
  touch?: boolean
  reducedMotion?: boolean
  /** Console messages that this test expects. */
  expected?: RegExp
  /** The URL of another shop, without a trailing slash. */
  base?: string
  /** Whether the page's timers follow `page.clock`, which the test can advance. */
  ownClock?: boolean
  /** Whether the service worker may run. It hides requests from `page.route`. */
  serviceWorker?: boolean
  /** Leaves the page as it is: nothing starts what waits for a first use. */
  untouched?: boolean
  /** Runs before the page is requested: signing in, filling a cart. */
  first?: (page: Page) => Promise<unknown>
}

/** A slow machine draws the next page before the browser can animate the change to it, which it then leaves out. */
const leftOut = /^Transition was aborted because of invalid state/

/**
 * Opens a page in its own browser context and waits for hydration. At its end the test fails if the page logged an
 * error or warning (including policy violations), threw, requested another host, or shifted its layout before any
 * input.
 */
export async function openPage(path: string, options: PageOptions = {}): Promise<Page> {
  const { width = 1440, javaScript = true, reducedMotion = false, expected, base = shopUrl, touch } = options
  browser ??= chromium.connect(inject('browserEndpoint'))
  const context = await (
    await browser
  ).newContext({
    viewport: { width, height: width < 600 ? 780 : 900 },
    baseURL: base,
    javaScriptEnabled: javaScript,
    hasTouch: touch ?? false,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    serviceWorkers: options.serviceWorker ? 'allow' : 'block',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => {
    if (!leftOut.test(message)) complaints.push(message)
  })
  page.on('console', (message) => {
    // The text of a failed request lacks its URL.
    const { url } = message.location()
    const text = message.text().startsWith('Failed to load') ? `${message.text()} ${url}` : message.text()
    const isOurs = !text.startsWith('Service Worker registration blocked') && !leftOut.test(text)
    if (isOurs && ['error', 'warning'].includes(message.type())) complaints.push(text)
  })
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${base}/`))
      complaints.push(`asked another host: ${request.url()}`)
  })
  if (javaScript) await page.addInitScript(watchLayout)
  onTestFinished(async () => {
    const { shift, moved } = javaScript ? await layoutShift(page) : { shift: 0, moved: [] }
    await context.close()
    // A text, because the message of a failed test shows no lists.
    expect(complaints.filter((text) => !expected?.test(text)).join('\n')).toBe('')
    expect(shift, `cumulative layout shift of ${path}: ${moved.join(' | ')}`).toBeLessThanOrEqual(0.02)
  })
  if (options.ownClock) await page.clock.install()
  await options.first?.(page)
  await page.goto(path)
  if (javaScript && !options.untouched) await hydrated(page)
  return page
}

/** Advances the clock of a page with `ownClock` until the element appears, for example after several retries. */
export async function shownInTime(page: Page, awaited: Locator): Promise<void> {
  const look = async () => {
    await page.clock.fastForward(4000)
    return awaited.isVisible()
  }
  await expect.poll(look).toBe(true)
}

/** What React stores in the document that it renders. */
interface ReactRoot {
  stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } }
}

/**
 * Waits until the page works: in the storefront all islands that are in view or in use sooner or later, in the dashboard all of
 * it. Before, keys and clicks act on plain HTML.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { started } = document.documentElement.dataset
    if (document.querySelector('[data-island]')) return started !== undefined
    const names = Object.keys(document) as (keyof Document)[]
    const container = names.find((name) => name.startsWith('__reactContainer'))
    const root = container && (document[container] as unknown as ReactRoot)
    return root?.stateNode.current.memoizedState?.isDehydrated === false
  })
  await page.evaluate(() => {
    dispatchEvent(new Event('pointermove'))
    for (const island of document.querySelectorAll('[data-when="used"]'))
      island.dispatchEvent(new Event('use'))
  })
  await page.waitForFunction(
    () =>
      !document.querySelector('[data-island]') ||
      (document.documentElement.dataset['started'] === 'all' &&
        !document.querySelector('[data-when="used"]:not([data-live])')),
  )
  // Effects, which listen to keys, run in later tasks: the browser is idle after all of them.
  await page.evaluate(
    () => new Promise<void>((resolve) => void requestIdleCallback(() => resolve(), { timeout: 5000 })),
  )
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Content that is being refetched has less contrast. */
const dimmed = '[class*="opacity"][aria-busy="true"]'

interface Axe {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>
}

/** Waits for animations, then fails with the rule and the elements of each axe violation. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await expect.poll(() => page.locator(dimmed).count()).toBe(0)
  await page.evaluate(() => {
    const ends = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations === 1)
      .map(({ finished }) => finished)
    return Promise.allSettled(ends)
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource)
  // Only violations are reported in full; the rest would be megabytes.
  const { violations, passes } = await page.evaluate(async (exclude) => {
    const { axe } = window as unknown as { axe: Axe }
    // A refetch may begin at any time.
    const results = await axe.run({ exclude }, { resultTypes: ['violations'] })
    return { violations: results.violations, passes: results.passes.length }
  }, dimmed)
  expect(passes, 'rules that axe applied').toBeGreaterThan(5)
  const where = (nodes: AxeResults['violations'][number]['nodes']) =>
    nodes.map(({ target }) => target).join(', ')
  expect(violations.map(({ id, help, nodes }) => `${id}: ${help} (${where(nodes)})`)).toEqual([])
}

/** Fails if the page is wider than its window, which forces scrolling in two directions. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Doubles the font size of the browser in a window of 360 px. */
export async function expectLargeTextFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await expectNoSidewaysScroll(page)
}

/**
 * Slows every later answer of the shop, so that what it moves counts: the browser forgives 500 ms after an input. A route of
 * Playwright would switch off the cache of the browser, and each page would load its fonts again.
 */
export async function slowAnswers(page: Page, delayMs = 700): Promise<void> {
  await page.addInitScript(slowFetch, delayMs)
  await page.evaluate(slowFetch, delayMs)
}

/** Runs in the page. */
function slowFetch(delayMs: number) {
  const { fetch } = window
  window.fetch = async (...request) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return fetch(...request)
  }
}

/** The layout shifts since the page was loaded that no input explains, summed up, and what moved. */
export const unexpectedShift = (page: Page) =>
  page.evaluate(() => {
    const { unexpectedShift: shift, unexpectedlyMoved: moved } = window as unknown as Shifts
    return { shift, moved }
  })

/** The sum of layout shifts until the first click, key or resize, and what moved. */
async function layoutShift(page: Page): Promise<{ shift: number; moved: string[] }> {
  return page.evaluate(() => {
    const { layoutShift: shift, movedElements: moved } = window as unknown as Shifts
    return { shift, moved }
  })
}

interface Shifts {
  layoutShift: number
  movedElements: string[]
  unexpectedShift: number
  unexpectedlyMoved: string[]
}

/** Runs in the page before its own scripts. */
function watchLayout() {
  const counter = window as unknown as Shifts
  counter.layoutShift = 0
  counter.movedElements = []
  counter.unexpectedShift = 0
  counter.unexpectedlyMoved = []
  let touched = false
  for (const event of ['pointerdown', 'keydown', 'input', 'resize'])
    addEventListener(event, () => (touched = true), true)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]) {
      // An input or a new size of the window explains what moves right after it.
      if (entry.hadRecentInput) continue
      const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const text = node instanceof Element ? node.outerHTML.slice(0, 100) : String(node?.textContent)
        return `${text} from ${from.left},${from.top} ${from.width}×${from.height} to ${to.left},${to.top} ${to.width}×${to.height}`
      })
      counter.unexpectedShift += entry.value
      counter.unexpectedlyMoved.push(...moved)
      if (touched) continue
      counter.layoutShift += entry.value
      counter.movedElements.push(...moved)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
