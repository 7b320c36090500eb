// `npm run bench:search`: quality and speed of the search, compared with ILIKE and plainto_tsquery on the same data.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { generateProducts } from '../../demo/generate-products.ts'
import { loadDemo } from '../../demo/load-demo.ts'
import { asText, machine, saveResults } from '../report.ts'
import { judge, milliseconds, type Row } from '../row.ts'
import { loadCatalog, settle, type Ids } from './catalog.ts'
import { measureCalls } from './calls.ts'
import { measureMethod, type Result } from './measure.ts'
import { prepareMethods } from './methods.ts'
import { readJudgments } from './quality.ts'
import { startScratch, type Scratch } from './scratch.ts'

const usage = `Usage: npm run bench:search -- [--catalog FILE --judgments FILE [--judged-only]] [--products NUMBER,…] [--quick]
--catalog    a product a line, as JSON: id, name, and description, category, price where there are any
--judgments    a judgment a line: query, id and grade (0 and up), separated by tabs
--judged-only  ranks the judged products of each query alone
--products     without a catalog: the demo's, filled up to so many products, to see how long calls take at each size
--quick        shows that everything runs: calls are timed once, nothing is kept
Without a catalog the demo's is measured by the judgments in bench/search, and the result is kept in bench/results.md.`

function readArguments() {
  const { values } = parseArgs({
    options: {
      catalog: { type: 'string' },
      judgments: { type: 'string' },
      'judged-only': { type: 'boolean', default: false },
      products: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
    },
  })
  const sizes = values.products.split(',').filter(Boolean).map(Number)
  const { catalog, judgments, quick, 'judged-only': judgedOnly } = values
  const areSizes = sizes.every((size) => Number.isInteger(size) && size > 0)
  const goTogether = catalog ? judgments && sizes.length === 0 : !judgments && !judgedOnly
  if (!areSizes || !goTogether) throw new Error(usage)
  return { catalog, judgments, judgedOnly, quick, sizes: sizes.sort((a, b) => a - b) }
}

const own = new URL('judgments.tsv', import.meta.url)
const share = (value: number) => value.toFixed(3)

async function measureQuality(scratch: Scratch, ids: Ids, judgments: string | URL, judgedOnly: boolean) {
  const judged = readJudgments(readFileSync(judgments, 'utf8'))
  const results: Result[] = []
  for (const method of await prepareMethods(scratch.db))
    results.push(await measureMethod(method, { judgments: judged, ids, judgedOnly }))
  return { results, queries: judged.size }
}

function rowsOf(results: readonly Result[], isOwn: boolean, about: string): Row[] {
  const [haat, ...plain] = results
  const best = Math.max(...plain.map((result) => result.ndcg))
  return results.flatMap((result): Row[] => {
    const isHaat = result === haat
    const target = isHaat ? { atLeast: isOwn ? Math.max(0.9, 1.15 * best) : 1.15 * best } : undefined
    const { p50, p95, slowest } = result
    return [
      {
        what: `NDCG@10, ${result.name}`,
        ...(target ? judge(result.ndcg, target, share) : { measured: share(result.ndcg) }),
        detail: about,
      },
      { what: `recall@100, ${result.name}`, measured: share(result.recall), detail: about },
      {
        what: `p95, ${result.name}`,
        measured: milliseconds(p95),
        detail: `median ${milliseconds(p50)}, slowest ${milliseconds(slowest)}`,
      },
    ]
  })
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
  const rows = rowsOf(results, true, `${queries} queries, ${ids.size} products of the demo`)
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

async function measureGiven(scratch: Scratch, { catalog = '', judgments = '', judgedOnly = false }) {
  const ids = await loadCatalog(scratch.db, catalog)
  await scratch.startAgain()
  const { results, queries } = await measureQuality(scratch, ids, judgments, judgedOnly)
  return rowsOf(
    results,
    false,
    `${queries} queries, ${ids.size} products${judgedOnly ? ', the judged alone' : ''}`,
  )
}

async function main(): Promise<void> {
  const { catalog, judgments, judgedOnly, sizes, quick } = readArguments()
  const scratch = await startScratch()
  try {
    const rows =
      catalog && judgments
        ? await measureGiven(scratch, { catalog, judgments, judgedOnly })
        : await measureOwn(scratch, sizes, quick)
    console.log(`${machine}\n\n${asText(rows)}`)
    const command = ['npm run bench:search', sizes.length > 0 && `-- --products ${sizes.join(',')}`]
      .filter(Boolean)
      .join(' ')
    if (!catalog && !quick && !saveResults(rows, command))
      console.log('Not saved: the checkout has uncommitted changes.')
  } finally {
    await scratch.stop()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error && error.message === usage ? usage : error)
  process.exitCode = 1
})
