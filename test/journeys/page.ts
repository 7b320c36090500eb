import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'

/** Where the shop under test answers, without a slash at its end. */
export const shopUrl = inject('shopUrl')

let browser: Promise<Browser> | undefined

export interface PageOptions {
  /** Of the window, in CSS pixels. */
  width?: number
  javaScript?: boolean
  reducedMotion?: boolean
  /** Complaints of the console that this test expects. */
  expected?: RegExp
  /** Another shop than the one under test, without a slash at its end. */
  base?: string
}

/**
 * Opens a page of the shop in a browser context of its own and waits until it works. When the test ends, it fails
 * if the page complained in the console (which Content-Security-Policy does too), threw, asked another host for
 * something, or moved its layout before it was touched.
 */
export async function openPage(path: string, options: PageOptions = {}): Promise<Page> {
  const { width = 1440, javaScript = true, reducedMotion = false, expected, base = shopUrl } = options
  browser ??= chromium.connect(inject('browserEndpoint'))
  const context = await (
    await browser
  ).newContext({
    viewport: { width, height: width < 600 ? 780 : 900 },
    baseURL: base,
    javaScriptEnabled: javaScript,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${base}/`))
      complaints.push(`asked another host: ${request.url()}`)
  })
  if (javaScript) await page.addInitScript(watchLayout)
  onTestFinished(async () => {
    const shift = javaScript ? await layoutShift(page) : 0
    await context.close()
    expect(complaints.filter((text) => !expected?.test(text))).toEqual([])
    expect(shift, 'cumulative layout shift').toBeLessThanOrEqual(0.02)
  })
  await page.goto(path)
  if (javaScript) await hydrated(page)
  return page
}

/** Waits until React has taken over the page: before, keys and clicks do what plain HTML does. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const last = document.querySelector('footer, main')
    return last !== null && Object.keys(last).some((name) => name.startsWith('__react'))
  })
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails with the rule, the reason and the elements of whatever axe finds on the page as it stands now. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.evaluate(await axeSource)
  // Only what is wrong is told in full: the rest would be megabytes.
  const { violations, passes } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    const results = await axe.run({ resultTypes: ['violations'] })
    return { violations: results.violations, passes: results.passes.length }
  })
  expect(passes, 'rules that axe applied').toBeGreaterThan(5)
  const where = (nodes: AxeResults['violations'][number]['nodes']) =>
    nodes.map(({ target }) => target).join(', ')
  expect(violations.map(({ id, help, nodes }) => `${id}: ${help} (${where(nodes)})`)).toEqual([])
}

/** Fails where the page is wider than its window, which makes a reader scroll in two directions. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Sum of the layout shifts from the beginning to the first click, key or change of size. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift)
}

/** Runs in the page, before its own scripts. */
function watchLayout() {
  const counter = window as unknown as { layoutShift: number }
  counter.layoutShift = 0
  let touched = false
  for (const event of ['pointerdown', 'keydown', 'input', 'resize'])
    addEventListener(event, () => (touched = true), true)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      if (!touched) counter.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}
