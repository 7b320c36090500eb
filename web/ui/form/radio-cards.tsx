import { useId, type ReactNode } from 'react'

interface RadioCard {
  value: string
  title: string
  text?: ReactNode
  /** Beside the title, such as a price. */
  end?: string
}

interface RadioCardsProps {
  legend: string
  /** Hides the legend where a heading says the same. */
  quietLegend?: boolean
  name: string
  value: string
  options: readonly RadioCard[]
  error?: string | undefined
  onChange(value: string): void
}

/** A choice of a few options, each with an explanation. */
export function RadioCards({ legend, quietLegend, name, value, options, error, onChange }: RadioCardsProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className={quietLegend ? 'sr-only' : 'mb-1.5 font-medium'}>{legend}</legend>
      <div className="grid gap-3">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer gap-3.5 rounded-xs border border-edge bg-card px-4 py-3.5 has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-5 shrink-0 cursor-pointer accent-ink outline-none"
            />
            <span className="min-w-0 grow">
              <span className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium wrap-anywhere">{option.title}</span>
                {option.end && <span className="tabular">{option.end}</span>}
              </span>
              {option.text && <span className="mt-0.5 block text-quiet wrap-anywhere">{option.text}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p
          data-form-error
          id={`${id}-error`}
          tabIndex={-1}
          className="mt-1.5 text-sm font-medium text-danger"
        >
          {error}
        </p>
      )}
    </fieldset>
  )
}
