import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { root } from '#test/project-files.ts'
import { openPage, shopUrl } from '../support/page.ts'
import { findProduct } from '../support/catalog.ts'
import { callAs, simpleProduct } from '../support/shopper.ts'

// Decision 062 says where the bytes go, and how a budget is met again.

/** Bytes of JavaScript, as brotli, that a page may load within four seconds if nobody touches it. */
const budgets: [page: string, path: () => Promise<string> | string, maxBytes: number][] = [
  ['home', () => links.home(), 75_000],
  // Lists and search load no React before the first touch.
  ['all products', () => links.products(), 12_000],
  ['a category', () => links.listing('furniture'), 12_000],
  ['search', () => links.search('mug'), 12_000],
  ['a product', async () => links.product((await findProduct(() => true)).productid), 80_000],
  // The mark is 85 kB: TanStack Query and the rows of the cart are 10 kB more.
  ['the cart', () => links.cart(), 95_500],
  ['the checkout', () => links.checkout(), 110_000],
  ['the login', () => links.login(), 75_000],
]

/** Bytes of JavaScript before the load event of pages with a main image. */
const MAX_BEFORE_LOAD = 12_000
const WATCHED_MS = 4000

/** Modules of the router, which documents do not need. */
const ROUTER = /node_modules\/@?react-router/

const client = join(root, 'build', 'client')

/** What each script consists of: bytes by module before compression. `vite.storefront.config.ts` writes it. */
type ScriptModules = Record<string, Record<string, number>>

it.each(budgets)('%s keeps to its budget of JavaScript', async (_page, path, maxBytes) => {
  const { productid } = await simpleProduct()
  const page = await openPage('/about', {
    untouched: true,
    first: (visitor) => callAs(visitor, 'cart/addToCart', { productid, quantity: 1 }),
  })
  await page.goto(shopUrl + (await path()))
  await page.waitForTimeout(WATCHED_MS)
  const loaded = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return resources
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map((entry) => ({
        file: new URL(entry.name).pathname.slice(1),
        bytes: entry.encodedBodySize,
        isEarly: entry.responseEnd <= (navigation?.loadEventStart ?? 0),
      }))
  })
  expect(loaded.length).toBeGreaterThan(2)
  const sum = (scripts: typeof loaded) => scripts.reduce((total, { bytes }) => total + bytes, 0)
  expect(sum(loaded.filter(({ isEarly }) => isEarly))).toBeLessThanOrEqual(MAX_BEFORE_LOAD)
  const total = sum(loaded)
  expect(total, `${total} bytes of ${maxBytes}. Largest:\n${await largest(loaded)}`).toBeLessThanOrEqual(
    maxBytes,
  )
})

it('the built scripts contain no router', async () => {
  const modules = Object.values(await scriptModules()).flatMap((parts) => Object.keys(parts))
  expect(modules.length).toBeGreaterThan(100)
  expect(modules.filter((name) => ROUTER.test(name))).toEqual([])
})

const scriptModules = async () =>
  JSON.parse(await readFile(join(client, '.vite/script-modules.json'), 'utf8')) as ScriptModules

/** The modules that weigh most, with their shares of the compressed bytes of their file, except React. */
async function largest(loaded: readonly { file: string; bytes: number }[]): Promise<string> {
  const contents = await scriptModules()
  return loaded
    .flatMap(({ file, bytes }) => {
      const parts = Object.entries(contents[file] ?? {})
      const whole = parts.reduce((before, [, size]) => before + size, 0)
      return parts.map(([name, size]): [number, string] => [Math.round((size / whole) * bytes), name])
    })
    .filter(([, name]) => !/node_modules\/(react|react-dom|scheduler)\//.test(name))
    .toSorted(([a], [b]) => b - a)
    .slice(0, 25)
    .map(([bytes, name]) => `  ${bytes} ${name}`)
    .join('\n')
}
