const labels = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars']

// The styles follow the checked button, so that stars work without JavaScript too.
const starStyle =
  "text-edge before:content-['☆'] has-checked:text-warning has-checked:before:content-['★'] " +
  "[&:has(~label_:checked)]:text-warning [&:has(~label_:checked)]:before:content-['★']"

interface StarFieldProps {
  /** 0 means no rating. */
  rating: number
  /** Without it the browser alone keeps the choice. */
  onChange?: (rating: number) => void
}

/** Radio buttons that look like stars. */
export function StarField({ rating, onChange }: StarFieldProps) {
  return (
    <fieldset className="mb-3 min-w-0">
      <legend className="sr-only">Your rating (optional)</legend>
      <span aria-hidden="true" className="font-medium">
        Your rating
      </span>
      <div className="-ml-2.5 flex flex-wrap items-center">
        {labels.map((label, index) => (
          <label
            key={label}
            className={`relative grid size-11 cursor-pointer place-items-center rounded-xs text-2xl has-focus-visible:outline-2 has-focus-visible:outline-ink ${starStyle}`}
          >
            <input
              type="radio"
              name="rating"
              value={index + 1}
              aria-label={label}
              {...(onChange
                ? { checked: rating === index + 1, onChange: () => onChange(index + 1) }
                : { defaultChecked: rating === index + 1 })}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
          </label>
        ))}
        {onChange && rating > 0 && (
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
