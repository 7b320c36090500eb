import { chromium, type Page } from 'playwright-core'
import { startChromium } from '#test/journeys/chromium.ts'
import { judge, kilobytes, type Row } from '../row.ts'
import type { Shops } from '../shops.ts'

interface Script {
  url: string
  encoding: string
  /** Of the body, as it came over the wire. */
  bytes: number
}

/** Every script that the browser fetches until the page has come to rest. */
async function scriptsOf(page: Page, url: string): Promise<Script[]> {
  const scripts = new Map<string, Script>()
  const session = await page.context().newCDPSession(page)
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!/javascript/.test(response.mimeType)) return
    const headers = Object.entries(response.headers)
    const encoding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? 'identity'
    scripts.set(requestId, { url: response.url, encoding, bytes: 0 })
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId)
    if (script) script.bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(url, { waitUntil: 'networkidle' })
  return [...scripts.values()].toSorted((a, b) => b.bytes - a.bytes)
}

interface RouteModules {
  module: string
  imports?: string[]
}

/** The chunks that dashboard routes need and storefront routes do not, from the manifest that the page carries. */
async function dashboardChunks(page: Page): Promise<{ routes: number; chunks: Set<string> }> {
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

/** The JavaScript of a first visit to the home page. */
export async function measureJavascript(shops: Shops): Promise<Row[]> {
  const shop = await shops.demo()
  const server = await startChromium()
  try {
    const browser = await chromium.connect(server.wsEndpoint())
    const page = await browser.newPage()
    const scripts = await scriptsOf(page, `http://127.0.0.1:${shop.port}/`)
    const dashboard = await dashboardChunks(page)
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
    const notBrotli = scripts.filter(({ encoding, bytes }) => encoding !== 'br' && bytes > 1000)
    const strangers = scripts.filter(({ url }) => dashboard.chunks.has(new URL(url).pathname))
    const name = ({ url }: Script) => new URL(url).pathname.replace(/^.*\//, '')
    return [
      {
        what: 'JavaScript on the first load of home',
        ...judge(total, { atMost: 130_000 }, kilobytes),
        detail: [
          notBrotli.length ? `NOT brotli: ${notBrotli.map(name).join(', ')}` : 'brotli',
          scripts.map((script) => `${name(script)} ${kilobytes(script.bytes)}`).join(', '),
        ].join('; '),
      },
      {
        what: 'Dashboard code among it',
        measured: strangers.length ? strangers.map(name).join(', ') : 'none',
        target: 'none',
        met: strangers.length === 0,
        detail: `${scripts.length} chunks; the dashboard has ${dashboard.routes} routes, ${dashboard.chunks.size} chunks of its own`,
      },
    ]
  } finally {
    await server.close()
  }
}
