import type { RatingSummary } from '#contract/comments/comment.ts'

/** A row of `comment_count`: `variantId` and `rating` are 0 for comments without. */
export interface CommentCount {
  variantId: number
  rating: number
  comments: number
}

/** The number of comments with these stars on this variant; undefined matches all. */
export function countMatching(
  counts: readonly CommentCount[],
  { stars, variantId }: { stars?: number | undefined; variantId?: number | undefined },
): number {
  return sum(
    counts.filter(
      (count) =>
        (stars === undefined || count.rating === stars) &&
        (variantId === undefined || count.variantId === variantId),
    ),
  )
}

/** How the ratings are spread. The average leaves out comments without stars. */
export function summarize(counts: readonly CommentCount[]): RatingSummary {
  const stars = [5, 4, 3, 2, 1].map((rating) => ({
    stars: rating,
    count: countMatching(counts, { stars: rating }),
  }))
  const ratings = stars.reduce((total, { count }) => total + count, 0)
  const points = stars.reduce((total, row) => total + row.stars * row.count, 0)
  const variantIds = [...new Set(counts.map(({ variantId }) => variantId))].filter((id) => id > 0)
  return {
    average: ratings === 0 ? null : Math.round((points / ratings) * 10) / 10,
    ratings,
    comments: sum(counts),
    stars,
    variants: variantIds
      .toSorted((a, b) => a - b)
      .map((variantid) => ({ variantid, count: countMatching(counts, { variantId: variantid }) })),
  }
}

const sum = (counts: readonly CommentCount[]) => counts.reduce((total, { comments }) => total + comments, 0)
