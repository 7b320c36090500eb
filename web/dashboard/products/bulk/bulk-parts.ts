import type { BulkResult } from '#contract/catalog/admin/product.ts'

/** One part of a selection: where it begins, and how many products it had in the preview. */
interface Part {
  after: number | null
  count: number
}

/** What the preview of all parts found. */
export interface BulkPlan {
  parts: readonly Part[]
  /** The sums of all parts, with the first changes. */
  result: BulkResult
}

/** What has been changed so far. */
export interface BulkDone {
  /** Parts that are finished. */
  parts: number
  changed: number
  unchanged: number
  /** The jobs of the activity log, one for each part. */
  jobs: readonly string[]
}

export const nothingDone: BulkDone = { parts: 0, changed: 0, unchanged: 0, jobs: [] }

/** Small enough that a part, and its undo, locks its products for a moment only. */
export const PART_SIZE = 500

/** Previews a selection part by part, from `after` on. `onProgress` receives the number of products seen so far. */
export async function planBulk(
  preview: (part: { after?: number }) => Promise<BulkResult>,
  from: number | null,
  onProgress: (count: number) => void,
): Promise<BulkPlan> {
  const parts: Part[] = []
  let result: BulkResult | undefined
  for (let after = from; ;) {
    const part = await preview(after === null ? {} : { after })
    parts.push({ after, count: part.count })
    result = result ? withPart(result, part) : part
    onProgress(result.count)
    if (part.next === null) return { parts, result }
    after = part.next
  }
}

/** Adds a part to the sums. The changes of the first part are the examples. */
function withPart(sum: BulkResult, { count, changed, unchanged, free }: BulkResult): BulkResult {
  return {
    ...sum,
    count: sum.count + count,
    changed: sum.changed + changed,
    unchanged: sum.unchanged + unchanged,
    free: sum.free + free,
    more: sum.more + changed,
  }
}

/**
 * Changes the parts of a plan that are not done, each all or nothing. `onDone` receives what is done after each part; it
 * returns false to stop there. Rejects with the failure of a part.
 */
export async function applyBulk(
  { parts }: BulkPlan,
  done: BulkDone,
  apply: (part: { after?: number; count: number }) => Promise<BulkResult>,
  onDone: (done: BulkDone) => boolean,
): Promise<BulkDone> {
  let now = done
  for (const { after, count } of parts.slice(done.parts)) {
    const { changed, unchanged, job } = await apply({ ...(after !== null && { after }), count })
    now = {
      parts: now.parts + 1,
      changed: now.changed + changed,
      unchanged: now.unchanged + unchanged,
      jobs: changed > 0 && job !== null ? [...now.jobs, job] : now.jobs,
    }
    if (!onDone(now)) break
  }
  return now
}
