import { useId } from 'react'

const labels = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars']

interface StarFieldProps {
  /** 0 means no rating. */
  rating: number
  onChange: (rating: number) => void
}

/** Radio buttons that look like stars. */
export function StarField({ rating, onChange }: StarFieldProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Your rating (optional)</legend>
      <span aria-hidden="true" className="text-quiet">
        Your rating
      </span>
      <div className="-ml-2.5 flex flex-wrap items-center">
        {labels.map((label, index) => (
          <label
            key={label}
            className="relative grid size-11 cursor-pointer place-items-center rounded-xs text-2xl has-focus-visible:outline-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              aria-label={label}
              checked={rating === index + 1}
              onChange={() => onChange(index + 1)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span aria-hidden="true" className={index < rating ? 'text-warning' : 'text-edge'}>
              {index < rating ? '★' : '☆'}
            </span>
          </label>
        ))}
        {rating > 0 && (
          <button
            type="button"
            onClick={() => onChange(0)}
            className="min-h-11 cursor-pointer px-2 text-sm text-quiet underline underline-offset-4"
          >
            Clear rating
          </button>
        )}
      </div>
    </fieldset>
  )
}
