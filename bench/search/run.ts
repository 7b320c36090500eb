// `npm run bench:search`: quality and speed of the search, compared with ILIKE, plainto_tsquery and BM25 on the same data.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { generateProducts } from '../../demo/generate-products.ts'
import { loadDemo } from '../../demo/load-demo.ts'
import { asText, machine, saveResults } from '../report/report.ts'
import { milliseconds, type Row } from '../report/row.ts'
import { loadCatalog, settle, type Ids } from './catalog.ts'
import { measureCalls } from './calls.ts'
import { makeKnownItems, measureKnownItems } from './known-items.ts'
import { measureMethod, type Result } from './measure.ts'
import { prepareMethods } from './methods.ts'
import { readJudgments } from './quality.ts'
import { knownItemRows, qualityRows } from './rows.ts'
import { startScratch, type Scratch } from './scratch.ts'

const usage = `Usage: npm run bench:search -- [--catalog FILE [--judgments FILE [--judged-only]]] [--products NUMBER,…] [--quick]
--catalog      a product a line, as JSON: id, name, and description, category, price where there are any (also --catalogue)
--judgments    a judgment a line: query, id and grade (0 and up), separated by tabs
--judged-only  ranks the judged products of each query alone
--known-items  how many queries to make from product names for each kind of change, 0 for none; 100 if not given
--misses       prints the queries made from names whose product is not the first result
--products     without a catalog: the demo's, filled up to so many products, to see how long calls take at each size
--quick        shows that everything runs: calls are timed once, nothing is kept
Without a catalog the demo's is measured by the judgments in bench/search, and that of ten trades by the held-out half of its
judgments. The result is kept in bench/results.md, and the exit code is 1 if a target is missed.`

function readArguments() {
  const { values } = parseArgs({
    options: {
      catalog: { type: 'string' },
      catalogue: { type: 'string' },
      judgments: { type: 'string' },
      'judged-only': { type: 'boolean', default: false },
      'known-items': { type: 'string', default: '100' },
      misses: { type: 'boolean', default: false },
      products: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
    },
  })
  const sizes = values.products.split(',').filter(Boolean).map(Number)
  const { catalog = values.catalogue, judgments, quick, misses, 'judged-only': judgedOnly } = values
  const knownItems = Number(values['known-items'])
  const areNumbers = sizes.every((size) => Number.isInteger(size) && size > 0) && knownItems >= 0
  const goTogether = catalog ? sizes.length === 0 && (judgments || !judgedOnly) : !judgments && !judgedOnly
  if (!areNumbers || !goTogether) throw new Error(usage)
  return { catalog, judgments, judgedOnly, knownItems, misses, quick, sizes: sizes.sort((a, b) => a - b) }
}

type Arguments = ReturnType<typeof readArguments>

const own = new URL('judgments.tsv', import.meta.url)

async function measureQuality(scratch: Scratch, ids: Ids, judgments: string | URL, judgedOnly: boolean) {
  const judged = readJudgments(readFileSync(judgments, 'utf8'))
  const results: Result[] = []
  for (const method of await prepareMethods(scratch.db))
    results.push(await measureMethod(method, { judgments: judged, ids, judgedOnly }))
  return { results, queries: judged.size }
}

/** Finds products by their changed names, with the shop's search and with BM25. */
async function measureChangedNames(
  { db }: Scratch,
  { knownItems, misses }: Pick<Arguments, 'knownItems' | 'misses'>,
): Promise<Row[]> {
  const products = await db.selectFrom('product').select(['id', 'name']).where('config_id', '=', 1).execute()
  const items = makeKnownItems(products, knownItems)
  const [haat, ...others] = await prepareMethods(db)
  const print = (change: string, query: string, rank: number) =>
    console.error(`${change}: ${query}, ${rank ? `rank ${rank}` : 'not found'}`)
  return knownItemRows(
    await measureKnownItems(haat, items, misses ? print : undefined),
    await measureKnownItems(others.at(-1) ?? haat, items),
    `${products.length.toLocaleString('en')} products`,
  )
}

/** Times each method on the judged queries. Unjudged products make the quality meaningless here. */
async function timeMethods({ db }: Scratch, ids: Ids, size: number): Promise<Row[]> {
  const judged = readJudgments(readFileSync(own, 'utf8'))
  const rows: Row[] = []
  for (const method of await prepareMethods(db)) {
    const { name, p50, p95, slowest } = await measureMethod(method, {
      judgments: judged,
      ids,
      judgedOnly: false,
    })
    rows.push({
      what: `p95, ${name}, ${size.toLocaleString('en')} products`,
      measured: milliseconds(p95),
      detail: `${judged.size} queries, median ${milliseconds(p50)}, slowest ${milliseconds(slowest)}`,
    })
  }
  return rows
}

/** With the demo catalog, also the sizes that it is filled up to. */
async function measureOwn(scratch: Scratch, sizes: readonly number[], quick: boolean): Promise<Row[]> {
  const { dataDir } = scratch
  await loadDemo(scratch.db, { configId: 1, dataDir })
  await settle(scratch.db)
  const products = await scratch.db.selectFrom('product').select(['id', 'slug']).execute()
  const ids = new Map(products.map(({ id, slug }) => [id, slug]))
  const [smallest = Infinity] = sizes
  if (smallest < ids.size)
    throw new Error(`The demo has ${ids.size} products, so a catalog cannot be filled up to ${smallest}.`)
  const { results, queries } = await measureQuality(scratch, ids, own, false)
  const about = `${queries} queries, ${ids.size} products of the demo`
  const rows = qualityRows(results, { about, atLeast: 0.9 })
  let there = ids.size
  for (const size of sizes) {
    const start = performance.now()
    await generateProducts(scratch.db, { configId: 1, count: size - there, seed: there, dataDir })
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    console.error(`Filled up to ${size.toLocaleString('en')} products in ${seconds} s`)
    there = size
    await scratch.startAgain()
    rows.push(...(await timeMethods(scratch, ids, size)))
    rows.push(...(await measureCalls(scratch.db, size, quick ? 1 : 3)))
  }
  return rows
}

/** The judged searches of ten trades, and searches by changed names of their products. */
async function measureTrades(given: Arguments): Promise<Row[]> {
  const scratch = await startScratch()
  try {
    const [catalog, judgments] = ['catalog.jsonl', 'test.tsv'].map((name) =>
      fileURLToPath(new URL(`trades/${name}`, import.meta.url)),
    )
    return await measureGiven(scratch, { ...given, catalog, judgments }, 'trades')
  } finally {
    await scratch.stop()
  }
}

async function measureGiven(
  scratch: Scratch,
  { catalog = '', judgments, judgedOnly, ...rest }: Arguments,
  data?: string,
): Promise<Row[]> {
  const ids = await loadCatalog(scratch.db, catalog)
  await scratch.startAgain()
  const rows: Row[] = []
  if (judgments) {
    const { results, queries } = await measureQuality(scratch, ids, judgments, judgedOnly)
    const about = `${queries} queries, ${ids.size} products${judgedOnly ? ', the judged alone' : ''}`
    rows.push(...qualityRows(results, { about, ...(data && { data }) }))
  }
  if (rest.knownItems > 0 && !judgedOnly) rows.push(...(await measureChangedNames(scratch, rest)))
  return rows
}

async function main(): Promise<void> {
  const given = readArguments()
  const { catalog, sizes, quick } = given
  const scratch = await startScratch()
  try {
    const rows = catalog
      ? await measureGiven(scratch, given)
      : [...(await measureOwn(scratch, sizes, quick)), ...(await measureTrades(given))]
    console.log(`${machine}\n\n${asText(rows)}`)
    const command = ['npm run bench:search', sizes.length > 0 && `-- --products ${sizes.join(',')}`]
      .filter(Boolean)
      .join(' ')
    if (!catalog && !quick && !saveResults(rows, command))
      console.log('Not saved: the checkout has uncommitted changes.')
    if (!quick && rows.some(({ met }) => met === false)) process.exitCode = 1
  } finally {
    await scratch.stop()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error && error.message === usage ? usage : error)
  process.exitCode = 1
})
