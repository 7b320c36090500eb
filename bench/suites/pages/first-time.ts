import { setTimeout as sleep } from 'node:timers/promises'
import { links } from '#contract/links.ts'
import { openSequentialClient } from '../../load/one-by-one.ts'
import { wire, type BenchRequest } from '../../load/request.ts'
import type { Options } from '../../options.ts'
import { processorSecondsOfTree } from '../../processes.ts'
import { countersOf } from '../../time-uncached.ts'
import { judge, microseconds, perSecond, type Row } from '../../report/row.ts'
import { openCatalogChange } from '../../shops/catalog-change.ts'
import { findPages, productList } from '../../shops/catalog.ts'
import type { Shop } from '../../shops/shop.ts'
import type { Shops } from '../../shops/shops.ts'
import { againstOneQuery } from '../against-one-query.ts'

/** More than one turn asks for. */
const ofOneTurn = 5000
/** Milliseconds until a notification has surely arrived. */
const NOTICE_MS = 5
/** Pages of each kind that are not measured. */
const warmUp = 100

/** What a bare server does for a list. */
const twentyRows = {
  about: 'one indexed query of 20 rows and the same compression',
  text: `select id, slug, name, description, price_from, price_to, offer, gst, in_stock, rating_sum, rating_count
    from product where config_id = $1 and status = 'live' and deleted_at is null
    order by created_at desc, id desc limit 20`,
  values: [1],
  all: true,
}

/** Answers that nobody has asked for before: lists and searches against a bare server, and pages rendered for the first time. */
export async function measureFirstTime(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.demo()
  const { home, categories, products, names } = await findPages(shop.port, 64)
  let asked = 0
  /** A number that no request had before. */
  const next = () => (asked += 1)
  const words = [...new Set(names.flatMap((name) => name.toLowerCase().match(/\p{L}{3,}/gu) ?? []))]
  const word = (index: number) => words[index % words.length] ?? ''
  const list = (json: object): BenchRequest => ({ ...productList, json: { limit: 20, page: 1, ...json } })
  const questions = [
    {
      what: '20-product list, asked for the first time',
      // Below all prices: the same list under another key.
      request: () => list({ minprice: next() / 1e7 }),
      atLeast: 0.5,
    },
    {
      what: 'Search, asked for the first time',
      request: () => {
        const number = next()
        return list({ q: `${word(number)} ${word(Math.floor(number / words.length))} ${number}` })
      },
      atLeast: 0.4,
    },
  ]
  const rows: Row[] = []
  for (const { what, request, atLeast } of questions) {
    const requests = () => Array.from({ length: ofOneTurn }, request)
    rows.push(await againstOneQuery(shop, { what, requests, bare: twentyRows, atLeast }, options))
  }
  const unlike = (path: string) => `${path}?max=${9_000_000 + next() / 1000}`
  const pages: [what: string, address: () => string][] = [
    ['Home page', () => home],
    ['List page', () => unlike(categories[asked % categories.length] ?? categories[0])],
    ['Product page', () => `${products[asked % products.length] ?? products[0]}?tab=${next()}`],
    ['Search page', () => unlike(links.search(word(next()))).replace('?max', '&max')],
  ]
  for (const [what, address] of pages) rows.push(await renderedFirst(shop, what, address, options))
  return rows
}

/** Pages by processor time, one request at a time and each after a change of the catalog. */
async function renderedFirst(
  shop: Shop,
  what: string,
  address: () => string,
  { pages }: Options,
): Promise<Row> {
  const change = await openCatalogChange(shop.dataDir)
  const client = await openSequentialClient(shop.port)
  const work = () => [...processorSecondsOfTree(shop.pid).values()].reduce((sum, each) => sum + each, 0)
  /** Seconds of processor time of the shop and its database. */
  const spend = async (count: number, step: () => Promise<unknown>) => {
    const before = work()
    for (let turn = 0; turn < count; turn += 1) {
      await change.happen()
      // The shop hears of it too.
      await sleep(NOTICE_MS)
      await step()
    }
    return work() - before
  }
  const open = () => client.time(wire({ method: 'GET', path: address() }, shop.port))
  try {
    await spend(warmUp, open)
    const before = await countersOf(shop.port)
    const ofPages = await spend(pages, open)
    const after = await countersOf(shop.port)
    if (after.cached > before.cached) throw new Error(`${what}: an answer came from the cache`)
    const ofChanges = await spend(pages, async () => {})
    const cost = (ofPages - ofChanges) / pages
    return {
      what: `${what}, rendered for the first time`,
      ...judge(1 / cost, { atLeast: 250 }, perSecond),
      how: [
        'a second of processor time, with the database',
        `${microseconds(cost * 1e6)} each, that of the notification taken off`,
        `${pages} pages one after another, a change of the catalog before each`,
      ].join('; '),
    }
  } finally {
    client.close()
    await change.close()
  }
}
