import { useId, type Ref } from 'react'

interface WritingFieldProps {
  ref: Ref<HTMLTextAreaElement>
  label: string
  name: string
  value: string
  onChange(text: string): void
  invalid: boolean
  /** The id of the message about it. */
  describedBy: string | undefined
}

const MAX_LENGTH = 2000
/** The counter appears when no more characters than this are left. */
const COUNTER_FROM = 200

/** The text of a comment, question or answer, with a counter near the limit. */
export function WritingField({ ref, label, name, value, onChange, invalid, describedBy }: WritingFieldProps) {
  const id = useId()
  const charactersLeft = MAX_LENGTH - value.length
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <textarea
        ref={ref}
        id={id}
        name={name}
        required
        rows={4}
        maxLength={MAX_LENGTH}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        className="block w-full rounded-xs border border-edge bg-card px-4 py-3 aria-invalid:border-danger"
      />
      {charactersLeft <= COUNTER_FROM && (
        <p aria-hidden="true" className="mt-1 text-right text-sm text-quiet tabular">
          {charactersLeft === 1 ? '1 character left' : `${charactersLeft} characters left`}
        </p>
      )}
      <p role="status" className="sr-only">
        {announcedCount(charactersLeft)}
      </p>
    </div>
  )
}

/** Announced at a few thresholds, not at every key. */
function announcedCount(left: number): string {
  if (left === 0) return 'No characters left'
  const threshold = [20, 100, COUNTER_FROM].find((number) => left <= number)
  return threshold ? `${threshold} characters left` : ''
}
