import { quantile } from '../report/statistics.ts'
import type { Ids } from './catalog.ts'
import type { Method } from './method.ts'
import { ndcg, recall, type Judged } from './quality.ts'

/** Quality and speed of a search method. */
export interface Result {
  name: string
  ndcg: number
  recall: number
  /** How many queries found nothing. */
  unanswered: number
  /** Milliseconds per call, one after another. */
  p50: number
  p95: number
  slowest: number
}

interface Asked {
  judgments: ReadonlyMap<string, Judged>
  /** The catalog's ids by the shop's ids. */
  ids: Ids
  judgedOnly: boolean
}

/** Runs every query twice; the first run warms up. Queries without a relevant product count only for the time. */
export async function measureMethod(method: Method, { judgments, ids, judgedOnly }: Asked): Promise<Result> {
  const inShop = new Map([...ids].map(([own, given]) => [given, own]))
  const among = (judged: Judged) =>
    judgedOnly ? [...judged.keys()].flatMap((id) => inShop.get(id) ?? []) : undefined
  for (const [query, judged] of judgments) await method.search(query, among(judged))
  const [ndcgs, recalls, times]: number[][] = [[], [], []]
  let unanswered = 0
  for (const [query, judged] of judgments) {
    const start = performance.now()
    const found = await method.search(query, among(judged))
    times?.push(performance.now() - start)
    if (found.length === 0) unanswered++
    const given = found.map((id) => ids.get(id) ?? '')
    ndcgs?.push(...asList(ndcg(given, judged)))
    recalls?.push(...asList(recall(given, judged)))
  }
  return { name: method.name, ndcg: mean(ndcgs), recall: mean(recalls), unanswered, ...summary(times ?? []) }
}

/** Median, 95th percentile and maximum. */
export function summary(times: readonly number[]): Pick<Result, 'p50' | 'p95' | 'slowest'> {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), slowest: Math.max(...times) }
}

const asList = (value: number | undefined) => (value === undefined ? [] : [value])
const mean = (values: readonly number[] = []) =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length
