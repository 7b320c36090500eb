import type { RatingSummary } from '#contract/comments/comment.ts'

interface RatingBarsProps {
  summary: RatingSummary
  /** The number of stars that the list is limited to. */
  chosen?: number | undefined
  /** Limits the list to a number of stars, or shows all again; without it the bars are no buttons. */
  onChoose?: ((stars: number | undefined) => void) | undefined
}

const rowStyle = 'grid grid-cols-[4.5rem_1fr_3ch] items-center gap-3 text-left text-sm tabular'

/** The average rating, and a bar for each number of stars that shows its share and filters the list. */
export function RatingBars({ summary, chosen, onChoose }: RatingBarsProps) {
  const { average, ratings, stars } = summary
  if (average === null) return null
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <span aria-hidden="true" className="text-2xl text-warning">
          ★
        </span>
        <span className="font-display text-section tabular">{average.toFixed(1)}</span>
        <span className="text-quiet">
          of 5 · {ratings} {ratings === 1 ? 'rating' : 'ratings'}
        </span>
      </p>
      <div role="group" aria-label="Ratings by stars" className="mt-3">
        {stars.map(({ stars: number, count }) => {
          const row = (
            <>
              <span>
                {number} {number === 1 ? 'star' : 'stars'}
              </span>
              <Bar share={count / ratings} />
              <span className="text-right text-quiet">{count}</span>
            </>
          )
          return onChoose && count > 0 ? (
            <button
              key={number}
              type="button"
              aria-pressed={number === chosen}
              onClick={() => onChoose(number === chosen ? undefined : number)}
              className={`${rowStyle} min-h-9 w-full cursor-pointer rounded-xs hover:underline aria-pressed:font-medium`}
            >
              {row}
            </button>
          ) : (
            <p key={number} className={`${rowStyle} min-h-9`}>
              {row}
            </p>
          )
        })}
      </div>
    </div>
  )
}

/** `share`: 0 to 1. */
function Bar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full bg-line">
      <rect width={100 * share} height="8" className="fill-warning" />
    </svg>
  )
}
