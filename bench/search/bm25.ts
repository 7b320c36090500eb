import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Method } from './method.ts'

/** The usual parameters: how soon a repeated word stops to count, and how much long texts lose. */
const K1 = 1.2
const B = 0.75

/**
 * BM25 with OR between the words, over the stems of the table `plain`, in memory. It is the textbook's ranking, which every
 * search should beat: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009.
 */
export async function prepareBm25(db: Database): Promise<Method> {
  const { rows } = await sql<{ stem: string; ids: number[]; counts: number[] }>`
    select lexeme as stem, array_agg(id) as ids, array_agg(cardinality(positions)) as counts
    from plain cross join unnest(words) group by lexeme`.execute(db)
  const postings = new Map(rows.map(({ stem, ids, counts }) => [stem, { ids, counts }]))
  const lengths = new Map<number, number>()
  for (const { ids, counts } of rows)
    for (const [at, id] of ids.entries()) lengths.set(id, (lengths.get(id) ?? 0) + (counts[at] ?? 0))
  const meanLength = [...lengths.values()].reduce((sum, length) => sum + length, 0) / lengths.size
  return {
    name: 'BM25',
    async search(q, among) {
      const { rows: asked } = await sql<{ stems: string[] }>`
        select tsvector_to_array(to_tsvector('english', ${q})) as stems`.execute(db)
      const only = among && new Set(among)
      const scores = new Map<number, number>()
      for (const stem of asked[0]?.stems ?? []) {
        const { ids, counts } = postings.get(stem) ?? { ids: [], counts: [] }
        const idf = Math.log(1 + (lengths.size - ids.length + 0.5) / (ids.length + 0.5))
        for (const [at, id] of ids.entries()) {
          if (only && !only.has(id)) continue
          const count = counts[at] ?? 0
          const norm = K1 * (1 - B + (B * (lengths.get(id) ?? 0)) / meanLength)
          scores.set(id, (scores.get(id) ?? 0) + (idf * count * (K1 + 1)) / (count + norm))
        }
      }
      const ranked = [...scores].toSorted(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)
      return ranked.slice(0, 100).map(([id]) => id)
    },
  }
}
