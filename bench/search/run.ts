// `npm run bench:search`: quality of the search on a catalog of your own, compared with ILIKE, plainto_tsquery and BM25.

import { parseArgs } from 'node:util'
import { asText } from '../report/text-table.ts'
import { measureDataSet, measureDemo, measureLanguageSets, trades, type DataSet } from './data-sets.ts'

const usage = `Usage: npm run bench:search -- [--catalog FILE [--judgments FILE [--judged-only]] [--names-only]] [--known-items NUMBER] [--misses]
--catalog      a product a line, as JSON: id, name, and description, category, price where there are any (also --catalogue)
--judgments    a judgment a line: query, id and grade (0 and up), separated by tabs
--judged-only  ranks the judged products of each query alone
--names-only   drops descriptions and categories
--known-items  how many queries to make from product names for each kind of change, 0 for none; 100 if not given
--misses       prints the queries made from names whose product is not the first result
Without a catalog the demo's is measured by the judgments in bench/search, that of ten trades by the held-out half of its
judgments, and small ones in other languages by queries made from their names. Nothing is written, and the exit code is 1 if a mark is missed. npm run bench also measures the speed of the search.`

function readArguments(): DataSet | Pick<DataSet, 'knownItems' | 'misses'> {
  const { values } = parseArgs({
    options: {
      catalog: { type: 'string' },
      catalogue: { type: 'string' },
      judgments: { type: 'string' },
      'judged-only': { type: 'boolean', default: false },
      'names-only': { type: 'boolean', default: false },
      'known-items': { type: 'string', default: '100' },
      misses: { type: 'boolean', default: false },
    },
  })
  const {
    catalog = values.catalogue,
    judgments,
    misses,
    'judged-only': judgedOnly,
    'names-only': namesOnly,
  } = values
  const knownItems = Number(values['known-items'])
  const goTogether = catalog ? judgments || !judgedOnly : !judgments && !judgedOnly && !namesOnly
  if (!(knownItems >= 0) || !goTogether) throw new Error(usage)
  if (!catalog) return { knownItems, misses }
  return { name: 'your catalog', catalog, judgments, judgedOnly, namesOnly, knownItems, misses }
}

async function main(): Promise<void> {
  const data = readArguments()
  const rows =
    'catalog' in data
      ? await measureDataSet(data)
      : [
          ...(await measureDemo()),
          ...(await measureDataSet({ ...trades, ...data })),
          ...(await measureLanguageSets(data.misses)),
        ]
  console.log(asText(rows))
  if (rows.some(({ met }) => met === false)) process.exitCode = 1
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error && error.message === usage ? usage : error)
  process.exitCode = 1
})
