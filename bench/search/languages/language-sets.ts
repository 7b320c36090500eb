import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { countWords, indexDue, searchProducts } from '#server/modules/search/index.ts'
import { judge, type Row } from '../../report/row.ts'
import { insertProducts, settle } from '../catalog.ts'
import { measureKnownItems, type KnownItem, type KnownItemResult } from '../known-items.ts'

/** A small catalog in one language, and for each product what shoppers type, by the kind of change. */
interface LanguageSet {
  locale: string
  products: { name: string; queries: Record<string, string> }[]
}

/** The set of each `.json` file of this folder, by its language. */
const languageSets = new Map(
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')) as LanguageSet,
    ]),
)

/** Loads a set into an empty shop. Returns its queries by kind of change. */
async function loadLanguageSet(
  db: Database,
  shopId: number,
  { locale, products }: LanguageSet,
): Promise<Map<string, KnownItem[]>> {
  await changeLocale(db, shopId, locale)
  const lines = products.map(({ name }) => ({ id: name, name, description: '', category: '-', price: 100 }))
  const ids = await insertProducts(db, lines, shopId)
  await settle(db, shopId)
  const items = products.flatMap(({ queries }, index) =>
    Object.entries(queries).map(([change, query]) => ({
      change,
      query,
      ids: new Set(ids.slice(index, index + 1)),
    })),
  )
  return Map.groupBy(items, ({ change }) => change)
}

async function changeLocale(db: Database, shopId: number, locale: string): Promise<void> {
  await sql`update shop set locale = ${locale} where config_id = ${shopId}`.execute(db)
  await indexDue(db)
  await countWords(db, shopId)
}

const MIN_MRR = 0.9
const share = (value: number) => value.toFixed(3)

/** The mean over all queries. */
function meanOf(results: readonly KnownItemResult[], of: (result: KnownItemResult) => number): number {
  const queries = results.reduce((sum, result) => sum + result.queries, 0)
  return results.reduce((sum, result) => sum + result.queries * of(result), 0) / queries
}

/** A row for each language, with the MRR of the same queries in a shop whose texts are analysed as English. */
export async function measureLanguages(db: Database, misses: boolean): Promise<Row[]> {
  const rows: Row[] = []
  for (const [index, [language, set]] of [...languageSets].entries()) {
    const shopId = 101 + index
    await sql`insert into shop (config_id, name) values (${shopId}, ${language})`.execute(db)
    const items = await loadLanguageSet(db, shopId, set)
    const corrected = new Set<string>()
    const method = {
      name: 'Haat',
      async search(q: string) {
        const { ids, correctedQuery } = await searchProducts(db, shopId, q)
        if (correctedQuery !== undefined) corrected.add(q)
        return ids
      },
    }
    // A right word that counts as a slip shows the shopper "Results for …".
    const countWrong = () => {
      const slips = new Set(items.get('slip')?.map(({ query }) => query))
      const wrong = [...corrected].filter((query) => !slips.has(query)).length
      corrected.clear()
      return wrong
    }
    const print = (change: string, query: string, rank: number) =>
      console.error(`${language}, ${change}: ${query}, ${rank ? `rank ${rank}` : 'not found'}`)
    const results = await measureKnownItems(method, items, misses ? print : undefined)
    const wrong = countWrong()
    await changeLocale(db, shopId, 'en-GB')
    const asEnglish = await measureKnownItems(method, items)
    rows.push({
      what: `MRR of known items, ${new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language}`,
      ...judge(
        meanOf(results, ({ mrr }) => mrr),
        { atLeast: MIN_MRR },
        share,
      ),
      how: [
        `recall@100 ${share(meanOf(results, ({ recall }) => recall))}`,
        results.map(({ change, mrr, queries }) => `${change} ${share(mrr)} (${queries})`).join(', '),
        `${wrong} right texts corrected`,
        `analysed as English ${share(meanOf(asEnglish, ({ mrr }) => mrr))}, ${countWrong()} right texts corrected`,
        `${set.products.length} products`,
      ].join('; '),
    })
  }
  return rows
}
