import { judge, milliseconds, type Row } from '../report/row.ts'
import type { KnownItemResult } from './known-items.ts'
import type { Result } from './measure.ts'

const share = (value: number) => value.toFixed(3)

/** The required share above BM25 in NDCG@10, and the required MRR for each kind of change of a name. */
const ABOVE_BM25 = 1.25
const KNOWN_ITEM_MRR = 0.96

/**
 * A row for each method on the judged queries. The first result is the shop's; it must beat the best of the others, and
 * reach `atLeast`. `data` names queries and products.
 */
export function qualityRows(
  results: readonly Result[],
  { about, data, atLeast = 0 }: { about: string; data: string; atLeast?: number },
): Row[] {
  const [haat, ...others] = results
  const best = Math.max(...others.map((result) => result.ndcg))
  // Nothing can be above 1.
  const mark = { atLeast: Math.min(0.95, Math.max(atLeast, ABOVE_BM25 * best)) }
  return results.map((result): Row => {
    const { name, ndcg, recall, unanswered, p50, p95, slowest } = result
    return {
      what: `NDCG@10, ${name}, ${data}`,
      ...(result === haat ? judge(ndcg, mark, share) : { measured: share(ndcg) }),
      how: [
        `recall@100 ${share(recall)}`,
        `${about}; ${unanswered} queries found nothing`,
        `p95 ${milliseconds(p95)}, median ${milliseconds(p50)}, slowest ${milliseconds(slowest)}`,
      ].join('; '),
    }
  })
}

/** Rows of the known-item queries: the shop's figures, and BM25's beside them. */
export function knownItemRows(
  haat: readonly KnownItemResult[],
  bm25: readonly KnownItemResult[],
  about: string,
): Row[] {
  return haat.map(({ change, queries, mrr, recall }, at) => {
    const other = bm25[at]
    return {
      what: `MRR of known items, ${change}`,
      ...judge(mrr, { atLeast: KNOWN_ITEM_MRR }, share),
      how:
        `recall@100 ${share(recall)}; BM25: MRR ${share(other?.mrr ?? 0)}, recall@100 ${share(other?.recall ?? 0)}; ` +
        `${queries} queries, ${about}`,
    }
  })
}
