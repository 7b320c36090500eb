import lighthouse, { type Result } from 'lighthouse'
import { startChromium } from '#test/e2e/support/chromium.ts'
import { findPages } from '../catalog.ts'
import { freePort } from '../free-port.ts'
import type { Options } from '../options.ts'
import { milliseconds, type Row } from '../row.ts'
import type { Shops } from '../shops.ts'
import { median } from '../statistics.ts'

/** Required score of each category, out of 100. */
const lowest = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const categories = Object.keys(lowest) as (keyof typeof lowest)[]
const greatestShift = 0.02

const scoreOf = (result: Result, category: string) =>
  Math.round((result.categories[category]?.score ?? 0) * 100)

const numberOf = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? Number.NaN

/** The audits that cost points outside performance, or the most points within it. */
const complaints = (result: Result) => [
  ...new Set(
    categories.flatMap((category) =>
      (result.categories[category]?.auditRefs ?? [])
        .filter(
          ({ id, weight }) =>
            weight > 0 && (result.audits[id]?.score ?? 1) < (category === 'performance' ? 0.9 : 1),
        )
        .map(({ id }) => id),
    ),
  ),
]

async function visit(url: string, port: number): Promise<Result> {
  const run = await lighthouse(url, { port, logLevel: 'error', output: 'json', onlyCategories: categories })
  if (!run || run.lhr.runtimeError)
    throw new Error(`Lighthouse: ${run?.lhr.runtimeError?.message ?? 'no result'}`)
  return run.lhr
}

function judgePage(what: string, results: Result[]): Row {
  const scores = categories.map((category) => median(results.map((result) => scoreOf(result, category))))
  const middle = (audit: string) => median(results.map((result) => numberOf(result, audit)))
  const shift = middle('cumulative-layout-shift')
  const wanted = categories.map((category) => lowest[category])
  const lost = [...new Set(results.flatMap(complaints))]
  return {
    what,
    measured: `${scores.join(' / ')}, CLS ${shift.toFixed(3)}`,
    target: `≥ ${wanted.join(' / ')}, CLS ≤ ${greatestShift}`,
    met: scores.every((score, index) => score >= (wanted[index] ?? 100)) && shift <= greatestShift,
    detail: [
      'performance / accessibility / best practices / SEO',
      `LCP ${milliseconds(middle('largest-contentful-paint'))}, TBT ${milliseconds(middle('total-blocking-time'))}`,
      `median of ${results.length}; performance ${results.map((result) => scoreOf(result, 'performance')).join(', ')}`,
      ...(lost.length ? [`points lost by ${lost.join(', ')}`] : []),
    ].join('; '),
  }
}

/** Lighthouse with its default settings for a phone, on cached pages. */
export async function measureLighthouse(shops: Shops, { lighthouseRuns }: Options): Promise<Row[]> {
  const shop = await shops.demo()
  const { home, categories: categoryPages, products } = await findPages(shop.port)
  const port = await freePort()
  const browser = await startChromium([`--remote-debugging-port=${port}`])
  try {
    const rows: Row[] = []
    for (const [name, path] of [
      ['home', home],
      ['category', categoryPages[0]],
      ['product', products[0]],
    ] as const) {
      const url = `http://127.0.0.1:${shop.port}${path}`
      // The very first visitor waits for scaled images, which is not measured here.
      await visit(url, port)
      const results: Result[] = []
      for (let run = 0; run < lighthouseRuns; run += 1) results.push(await visit(url, port))
      rows.push(judgePage(`Lighthouse mobile, ${name}`, results))
    }
    return rows
  } finally {
    await browser.close()
  }
}
