import { judge, milliseconds, type Row } from '../report/row.ts'
import type { KnownItemResult } from './known-items.ts'
import type { Result } from './measure.ts'

const share = (value: number) => value.toFixed(3)

/** The required share above BM25 in NDCG@10, and the required MRR for each kind of change of a name. */
const ABOVE_BM25 = 1.12
const KNOWN_ITEM_MRR = 0.95

/** Rows of the judged queries. The first result is the shop's; it must beat the best of the others, and reach `atLeast`. `data` names them. */
export function qualityRows(
  results: readonly Result[],
  { about, data, atLeast = 0 }: { about: string; data?: string; atLeast?: number },
): Row[] {
  const [haat, ...others] = results
  const best = Math.max(...others.map((result) => result.ndcg))
  // Nothing can be above 1.
  const target = { atLeast: Math.min(0.95, Math.max(atLeast, ABOVE_BM25 * best)) }
  return results.flatMap((result): Row[] => {
    const { name, ndcg, recall, unanswered, p50, p95, slowest } = result
    const of = data ? `${name}, ${data}` : name
    const detail = `${about}; ${unanswered} queries found nothing`
    return [
      {
        what: `NDCG@10, ${of}`,
        ...(result === haat ? judge(ndcg, target, share) : { measured: share(ndcg) }),
        detail,
      },
      { what: `recall@100, ${of}`, measured: share(recall), detail },
      {
        what: `p95, ${of}`,
        measured: milliseconds(p95),
        detail: `median ${milliseconds(p50)}, slowest ${milliseconds(slowest)}`,
      },
    ]
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
      detail:
        `recall@100 ${share(recall)}; BM25: MRR ${share(other?.mrr ?? 0)}, recall@100 ${share(other?.recall ?? 0)}; ` +
        `${queries} queries, ${about}`,
    }
  })
}
