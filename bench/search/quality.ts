/** Relevance judgments of a query: product id to grade, 0 for irrelevant. */
export type Judged = ReadonlyMap<string, number>

/** Reads tab-separated lines of query, id and grade. Throws at any other line. */
export function readJudgments(text: string): Map<string, Map<string, number>> {
  const queries = new Map<string, Map<string, number>>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [query = '', id = '', grade = ''] = line.split('\t')
    if (!query || !id || !/^\d+(\.\d+)?$/.test(grade.trim()))
      throw new Error(`Line ${index + 1} of the judgments is not "query, id, grade": ${line}`)
    const judged = queries.get(query) ?? new Map<string, number>()
    queries.set(query, judged.set(id.trim(), Number(grade)))
  }
  return queries
}

const gain = (grade: number) => 2 ** grade - 1
const sum = (grades: readonly number[]) =>
  grades.reduce((total, grade, place) => total + gain(grade) / Math.log2(place + 2), 0)

/** Normalised discounted cumulative gain of the first 10, from 0 to 1. Undefined if no product is relevant. */
export function ndcg(ids: readonly string[], judged: Judged): number | undefined {
  const best = sum([...judged.values()].sort((a, b) => b - a).slice(0, 10))
  return best === 0 ? undefined : sum(ids.slice(0, 10).map((id) => judged.get(id) ?? 0)) / best
}

/** The share of relevant products among the first 100. */
export function recall(ids: readonly string[], judged: Judged): number | undefined {
  const useful = [...judged].flatMap(([id, grade]) => (grade > 0 ? id : []))
  const found = new Set(ids.slice(0, 100))
  return useful.length === 0 ? undefined : useful.filter((id) => found.has(id)).length / useful.length
}
