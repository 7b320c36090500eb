import lighthouse, { type Result } from 'lighthouse'
import { startChromium } from '#test/e2e/support/chromium.ts'
import { findPages } from '../../shops/catalog.ts'
import { freePort } from '#test/harness/app/free-port.ts'
import type { Options } from '../../options.ts'
import { judge, milliseconds, type Row } from '../../report/row.ts'
import type { Shops } from '../../shops/shops.ts'
import { median } from '../../report/statistics.ts'

/** Required score of each category, out of 100. */
const lowest = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const categories = Object.keys(lowest) as (keyof typeof lowest)[]
const greatestShift = 0.02

/**
 * Slow 4G and a processor at a quarter of its speed, calculated from an unhindered visit (Lighthouse's default) or really
 * applied by Chromium: 562 ms for each request, 1.4 Mbit/s.
 */
type Throttling = 'simulate' | 'devtools'
const MAX_LCP_MS: Record<Throttling, number> = { simulate: 1200, devtools: 1500 }
const MAX_TBT_MS = 100

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

async function visit(url: string, port: number, throttlingMethod: Throttling): Promise<Result> {
  const onlyCategories = throttlingMethod === 'simulate' ? categories : ['performance']
  const run = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories,
    throttlingMethod,
  })
  if (!run || run.lhr.runtimeError)
    throw new Error(`Lighthouse: ${run?.lhr.runtimeError?.message ?? 'no result'}`)
  return run.lhr
}

function judgePage(name: string, results: Result[]): Row {
  const scores = categories.map((category) => median(results.map((result) => scoreOf(result, category))))
  const shift = median(results.map((result) => numberOf(result, 'cumulative-layout-shift')))
  const wanted = categories.map((category) => lowest[category])
  const lost = [...new Set(results.flatMap(complaints))]
  return {
    what: `Lighthouse mobile, ${name}`,
    measured: `${scores.join(' / ')}, CLS ${shift.toFixed(3)}`,
    mark: `≥ ${wanted.join(' / ')}, CLS ≤ ${greatestShift}`,
    met: scores.every((score, index) => score >= (wanted[index] ?? 100)) && shift <= greatestShift,
    how: [
      'performance / accessibility / best practices / SEO',
      `median of ${results.length}; performance ${results.map((result) => scoreOf(result, 'performance')).join(', ')}`,
      ...(lost.length ? [`points lost by ${lost.join(', ')}`] : []),
    ].join('; '),
  }
}

/** The first paint of the largest element, and how long scripts block input until then. */
function judgePaint(name: string, throttling: Throttling, results: Result[]): Row[] {
  const of = (audit: string) => results.map((result) => numberOf(result, audit))
  const describe = (values: number[]) =>
    `median of ${values.length}: ${values.map((value) => Math.round(value)).join(', ')}`
  const how = throttling === 'simulate' ? 'simulated' : 'applied'
  const [lcp, tbt] = [of('largest-contentful-paint'), of('total-blocking-time')]
  const fcp = of('first-contentful-paint')
  return [
    {
      what: `LCP of ${name}, slow 4G ${how}`,
      ...judge(median(lcp), { atMost: MAX_LCP_MS[throttling] }, milliseconds),
      how: `${describe(lcp)}; first contentful paint ${milliseconds(median(fcp))}`,
    },
    {
      what: `TBT of ${name}, slow 4G ${how}`,
      ...judge(median(tbt), { atMost: MAX_TBT_MS }, milliseconds),
      how: describe(tbt),
    },
  ]
}

/** Lighthouse with its settings for a phone, on cached pages, with simulated and with applied throttling. */
export async function measureLighthouse(shops: Shops, { lighthouseRuns }: Options): Promise<Row[]> {
  const shop = await shops.demo()
  const { home, categories: categoryPages, products } = await findPages(shop.port)
  const port = await freePort()
  // Tests turn the optimising compilers off. Visitors have them.
  const browser = await startChromium([`--remote-debugging-port=${port}`, '--js-flags='])
  try {
    const rows: Row[] = []
    for (const [name, path] of [
      ['home', home],
      ['category', categoryPages[0]],
      ['product', products[0]],
    ] as const) {
      const url = `http://127.0.0.1:${shop.port}${path}`
      // The very first visitor waits for scaled images, which is not measured here.
      await visit(url, port, 'simulate')
      const simulated: Result[] = []
      const applied: Result[] = []
      for (let run = 0; run < lighthouseRuns; run += 1) {
        simulated.push(await visit(url, port, 'simulate'))
        applied.push(await visit(url, port, 'devtools'))
      }
      rows.push(
        judgePage(name, simulated),
        ...judgePaint(name, 'simulate', simulated),
        ...judgePaint(name, 'devtools', applied),
      )
    }
    return rows
  } finally {
    await browser.close()
  }
}
