import { useId, useRef, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { useFocus } from '../../lib/browser/focus.ts'
import { showToast } from '../../lib/toasts.ts'

interface EditableNumberProps {
  /** "Price of Stoneware mug" */
  label: string
  value: number
  /** The formatted value. */
  text: string
  /** Accepts whole numbers only. */
  whole?: boolean
  save(value: number): Promise<unknown>
}

/**
 * A number that is edited in place: a click opens a field, Press Enter to save, Escape to cancel. It shows the new number at once,
 * and the old one again if saving fails.
 */
export function EditableNumber({ label, value, text, whole, save }: EditableNumberProps) {
  const [editing, setEditing] = useState(false)
  const [pending, setPending] = useState<number>()
  const [error, setError] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const isDone = useRef(false)
  const focus = useFocus()
  const id = useId()

  function close(returnsFocus: boolean) {
    isDone.current = true
    setEditing(false)
    setError('')
    if (returnsFocus) focus(() => button.current)
  }

  async function finish(typed: string, returnsFocus: boolean) {
    if (isDone.current) return
    const number = Number(typed)
    if (typed.trim() === '' || !(number >= 0) || (whole && !Number.isInteger(number))) {
      // Leaving the field with an invalid number cancels the edit.
      return returnsFocus
        ? setError(whole ? 'Enter a whole number, 0 or more' : 'Enter a number, 0 or more')
        : close(false)
    }
    close(returnsFocus)
    if (number === value) return
    setPending(number)
    try {
      await save(number)
    } catch (reason) {
      showToast('error', `${label} was not saved. ${errorMessage(reason, 'Please try again.')}`)
    } finally {
      setPending(undefined)
    }
  }

  if (editing) {
    return (
      <span className="inline-flex flex-col items-end">
        <input
          // The click on the number asked for the field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          type="number"
          min="0"
          step={whole ? 1 : 'any'}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          defaultValue={value}
          onFocus={({ target }) => target.select()}
          onBlur={({ target }) => void finish(target.value, false)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              void finish(event.currentTarget.value, true)
            }
            if (event.key === 'Escape') close(true)
          }}
          className="min-h-9 w-28 rounded-xs border border-edge bg-card px-2 text-right tabular aria-[invalid=true]:border-2 aria-[invalid=true]:border-danger"
        />
        <span id={id} className={error ? 'text-sm text-danger' : 'sr-only'}>
          {error || 'Press Enter to save, Escape to cancel'}
        </span>
      </span>
    )
  }
  return (
    <button
      ref={button}
      type="button"
      aria-label={`${label}: ${pending ?? text}. Edit`}
      onClick={() => {
        isDone.current = false
        setEditing(true)
      }}
      className={`min-h-9 cursor-pointer rounded-xs border border-dashed border-transparent px-2 tabular underline decoration-edge decoration-dotted underline-offset-4 hover:border-edge ${pending === undefined ? '' : 'text-quiet'}`}
    >
      {pending ?? text}
    </button>
  )
}
