// `npm run bench:search`: how well and how fast the search finds, beside plain ILIKE and plain plainto_tsquery on the same data.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { generateProducts } from '../../demo/generate.ts'
import { loadDemo } from '../../demo/load.ts'
import { asText, circumstances, keep } from '../report.ts'
import { judge, milliseconds, type Row } from '../row.ts'
import { loadCatalogue, settle, type Ids } from './catalogue.ts'
import { measureCalls } from './calls.ts'
import { measureMethod, type Result } from './measure.ts'
import { prepareMethods } from './methods.ts'
import { readJudgments } from './quality.ts'
import { startScratch, type Scratch } from './scratch.ts'

const usage = `Usage: npm run bench:search -- [--catalogue FILE --judgments FILE [--judged-only]] [--products NUMBER,…]
--catalogue    a product a line, as JSON: id, name, and description, category, price where there are any
--judgments    a judgment a line: query, id and grade (0 and up), separated by tabs
--judged-only  ranks the judged products of each query alone
--products     without a catalogue: the demo's, filled up to so many products, to see how long calls take at each size
Without a catalogue the demo's is measured by the judgments in bench/search, and the result is kept in bench/results.md.`

function readArguments() {
  const { values } = parseArgs({
    options: {
      catalogue: { type: 'string' },
      judgments: { type: 'string' },
      'judged-only': { type: 'boolean', default: false },
      products: { type: 'string', default: '' },
    },
  })
  const sizes = values.products.split(',').filter(Boolean).map(Number)
  if (!values.catalogue !== !values.judgments || !sizes.every((size) => size > 0)) throw new Error(usage)
  return { ...values, sizes: sizes.sort((a, b) => a - b), judgedOnly: values['judged-only'] }
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

/** With an own catalogue also the sizes that it is filled up to. */
async function measureOwn(scratch: Scratch, sizes: readonly number[]): Promise<Row[]> {
  const { db, dataDir } = scratch
  await loadDemo(db, { configId: 1, dataDir })
  await settle(db)
  const products = await db.selectFrom('product').select(['id', 'slug']).execute()
  const ids = new Map(products.map(({ id, slug }) => [id, slug]))
  const { results, queries } = await measureQuality(scratch, ids, own, false)
  const rows = rowsOf(results, true, `${queries} queries, ${ids.size} products of the demo`)
  let there = ids.size
  for (const size of sizes) {
    console.error(`Filling up to ${size} products`)
    await generateProducts(db, { configId: 1, count: size - there, seed: there, dataDir })
    there = size
    rows.push(...(await measureCalls(db, size)))
  }
  return rows
}

async function measureGiven(scratch: Scratch, { catalogue = '', judgments = '', judgedOnly = false }) {
  const ids = await loadCatalogue(scratch.db, catalogue)
  const { results, queries } = await measureQuality(scratch, ids, judgments, judgedOnly)
  return rowsOf(
    results,
    false,
    `${queries} queries, ${ids.size} products${judgedOnly ? ', the judged alone' : ''}`,
  )
}

async function main(): Promise<void> {
  const { catalogue, judgments, judgedOnly, sizes } = readArguments()
  const scratch = await startScratch()
  try {
    const rows =
      catalogue && judgments
        ? await measureGiven(scratch, { catalogue, judgments, judgedOnly })
        : await measureOwn(scratch, sizes)
    console.log(`${circumstances()}\n\n${asText(rows)}`)
    if (!catalogue)
      keep(
        rows,
        ['npm run bench:search', sizes.length && `-- --products ${sizes.join(',')}`]
          .filter(Boolean)
          .join(' '),
        circumstances(),
      )
  } finally {
    await scratch.stop()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error && error.message === usage ? usage : error)
  process.exitCode = 1
})
