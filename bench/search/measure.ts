import { quantile } from '../statistics.ts'
import type { Ids } from './catalogue.ts'
import type { Method } from './methods.ts'
import { ndcg, recall, type Judged } from './quality.ts'

/** How well and how fast a method answers. */
export interface Result {
  name: string
  ndcg: number
  recall: number
  /** Milliseconds, one call after another. */
  p50: number
  p95: number
  slowest: number
}

interface Asked {
  judgments: ReadonlyMap<string, Judged>
  /** The ids of the catalogue, by those of the shop. */
  ids: Ids
  judgedOnly: boolean
}

/** Asks every query twice, the first time to warm up. Queries for which nothing is of use count for the time alone. */
export async function measureMethod(method: Method, { judgments, ids, judgedOnly }: Asked): Promise<Result> {
  const inShop = new Map([...ids].map(([own, given]) => [given, own]))
  const among = (judged: Judged) =>
    judgedOnly ? [...judged.keys()].flatMap((id) => inShop.get(id) ?? []) : undefined
  for (const [query, judged] of judgments) await method.search(query, among(judged))
  const [ndcgs, recalls, times]: number[][] = [[], [], []]
  for (const [query, judged] of judgments) {
    const start = performance.now()
    const found = await method.search(query, among(judged))
    times?.push(performance.now() - start)
    const given = found.map((id) => ids.get(id) ?? '')
    ndcgs?.push(...asList(ndcg(given, judged)))
    recalls?.push(...asList(recall(given, judged)))
  }
  return { name: method.name, ndcg: mean(ndcgs), recall: mean(recalls), ...summary(times ?? []) }
}

/** The middle, the slowest twentieth and the slowest of some times. */
export function summary(times: readonly number[]): Pick<Result, 'p50' | 'p95' | 'slowest'> {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), slowest: Math.max(...times) }
}

const asList = (value: number | undefined) => (value === undefined ? [] : [value])
const mean = (values: readonly number[] = []) =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length
