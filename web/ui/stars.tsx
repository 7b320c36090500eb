interface StarsProps {
  /** The average with one decimal. */
  rating: number
  /** The number of ratings. */
  count: number
}

/** An average rating with the number of ratings. */
export function Stars({ rating, count }: StarsProps) {
  return (
    <span className="inline-flex items-baseline gap-1 tabular">
      <span aria-hidden="true" className="text-warning">
        ★
      </span>
      <span>
        <span className="sr-only">rated </span>
        <span className="text-ink">{rating.toFixed(1)}</span>
        <span className="sr-only"> of 5, by </span>
        <span aria-hidden="true"> (</span>
        {count}
        <span aria-hidden="true">)</span>
      </span>
    </span>
  )
}
