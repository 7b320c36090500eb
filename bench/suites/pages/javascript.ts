import { chromium, type Browser, type Page } from 'playwright-core'
import { startChromium } from '#test/e2e/support/chromium.ts'
import { judge, kilobytes, type Row } from '../../report/row.ts'
import type { Shop } from '../../shops/shop.ts'
import type { Shops } from '../../shops/shops.ts'
import { admitStaff } from '../../shops/staff.ts'

interface Fetched {
  url: string
  /** Content type, such as text/javascript. */
  type: string
  encoding: string
  /** Bytes of the body as transferred. */
  bytes: number
}

/** Every script that the browser loads until the network is idle, largest first. */
async function scriptsOf(page: Page, url: string): Promise<Fetched[]> {
  return (await filesOf(page, url)).filter(({ type }) => type.includes('javascript'))
}

/** Every file that the browser loads until the network is idle, largest first. */
async function filesOf(page: Page, url: string): Promise<Fetched[]> {
  const files = new Map<string, Fetched>()
  const session = await page.context().newCDPSession(page)
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const headers = Object.entries(response.headers)
    const encoding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? 'identity'
    files.set(requestId, {
      url: response.url,
      type: response.mimeType,
      encoding,
      bytes: 0,
    })
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId)
    if (file) file.bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(url, { waitUntil: 'networkidle' })
  return [...files.values()].toSorted((a, b) => b.bytes - a.bytes)
}

/** Pages of the demo shop. */
const pages = [
  ['home', '/'],
  ['a category', '/categories/furniture'],
  ['all products', '/products'],
  ['a product', '/product-details/1'],
] as const

interface RouteModules {
  module: string
  imports?: string[]
}

/** The chunks of dashboard routes that no storefront route needs, from the dashboard's manifest. */
async function dashboardChunks(
  browser: Browser,
  shop: Shop,
): Promise<{ routes: number; chunks: Set<string> }> {
  // A page that is not signed in leaves for the login while it is read.
  const { page, url } = await staffPage(browser, shop)
  // The policy of the page refuses `waitForFunction` with a string. The manifest has run when the page has loaded.
  await page.goto(`${url}/dashboard`, { waitUntil: 'load' })
  const routes = await page.evaluate<Record<string, RouteModules>>('window.__reactRouterManifest.routes')
  const of = (dashboard: boolean) =>
    Object.entries(routes).filter(([id]) => id.startsWith('dashboard/') === dashboard)
  const chunks = (entries: [string, RouteModules][], without = new Set<string>()) =>
    new Set(
      entries
        .flatMap(([, { module, imports = [] }]) => [module, ...imports])
        .filter((chunk) => !without.has(chunk)),
    )
  return { routes: of(true).length, chunks: chunks(of(true), chunks(of(false))) }
}

/** A page whose visitor is signed in as staff, with the address of the shop. */
async function staffPage(browser: Browser, shop: Shop): Promise<{ page: Page; url: string }> {
  const [, value = ''] = /^session=(.*)$/.exec(await admitStaff(shop)) ?? []
  const url = `http://127.0.0.1:${shop.port}`
  const context = await browser.newContext()
  await context.addCookies([{ name: 'session', value, url }])
  return { page: await context.newPage(), url }
}

/** What staff load on their first visit to the dashboard, without images. */
async function firstLoad(browser: Browser, shop: Shop): Promise<Fetched[]> {
  const { page, url } = await staffPage(browser, shop)
  const files = await filesOf(page, `${url}/dashboard`)
  if (new URL(page.url()).pathname !== '/dashboard') throw new Error(`The dashboard led to ${page.url()}`)
  return files.filter(({ type }) => !type.startsWith('image/'))
}

const name = ({ url }: Fetched) => new URL(url).pathname.replace(/^.*\//, '')

const sum = (files: readonly Fetched[]) => files.reduce((total, { bytes }) => total + bytes, 0)

/** The JavaScript of a first visit to pages of the storefront and to the dashboard. */
export async function measureJavascript(shops: Shops): Promise<Row[]> {
  const shop = await shops.demo()
  const server = await startChromium()
  try {
    const browser = await chromium.connect(server.wsEndpoint())
    const url = `http://127.0.0.1:${shop.port}`
    const dashboard = await dashboardChunks(browser, shop)
    const scriptRows: Row[] = []
    const strangers = new Set<string>()
    for (const [what, path] of pages) {
      const context = await browser.newContext()
      const scripts = await scriptsOf(await context.newPage(), url + path)
      await context.close()
      const notBrotli = scripts.filter(({ encoding, bytes }) => encoding !== 'br' && bytes > 1000)
      for (const script of scripts)
        if (dashboard.chunks.has(new URL(script.url).pathname)) strangers.add(name(script))
      scriptRows.push({
        what: `JavaScript on the first load of ${what}`,
        ...judge(sum(scripts), { atMost: 95_000 }, kilobytes),
        how: [
          notBrotli.length ? `NOT brotli: ${notBrotli.map(name).join(', ')}` : 'brotli',
          scripts.map((script) => `${name(script)} ${kilobytes(script.bytes)}`).join(', '),
        ].join('; '),
      })
    }
    const first = await firstLoad(browser, shop)
    return [
      ...scriptRows,
      {
        what: 'Dashboard code among it',
        measured: strangers.size ? [...strangers].join(', ') : 'none',
        mark: 'none',
        met: strangers.size === 0,
        how: `the dashboard has ${dashboard.routes} routes, ${dashboard.chunks.size} chunks of its own`,
      },
      {
        what: 'First load of the dashboard',
        ...judge(sum(first), { atMost: 250_000 }, kilobytes),
        how: `page, scripts, styles, fonts and data, as they come over the wire; ${first
          .map((file) => `${name(file)} ${kilobytes(file.bytes)}`)
          .slice(0, 12)
          .join(', ')}; ${first.length} files in all`,
      },
    ]
  } finally {
    await server.close()
  }
}
