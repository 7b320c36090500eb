import { useId, useRef, useState } from 'react'
import { serverMessage } from '../../lib/api.ts'
import { changeAndFocus } from '../../lib/focus.ts'
import { showToast } from '../../lib/toasts.ts'

interface EditableNumberProps {
  /** What it is, with its row: "Price of Stoneware mug". */
  label: string
  value: number
  /** How it is shown. */
  shown: string
  /** Whole numbers alone. */
  whole?: boolean
  save(value: number): Promise<void>
}

/**
 * A number that is changed where it stands: a press makes it a field, Enter saves, Escape cancels. It shows the new number
 * at once, and the old one again where that was refused.
 */
export function EditableNumber({ label, value, shown, whole, save }: EditableNumberProps) {
  const [editing, setEditing] = useState(false)
  const [pending, setPending] = useState<number>()
  const [wrong, setWrong] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const done = useRef(false)
  const id = useId()

  function leave(focus: boolean) {
    done.current = true
    // At once, so that the next key finds the button.
    changeAndFocus(
      () => {
        setEditing(false)
        setWrong('')
      },
      () => (focus ? button.current : null),
    )
  }

  async function finish(text: string, focus: boolean) {
    if (done.current) return
    const number = Number(text)
    if (text.trim() === '' || !(number >= 0) || (whole && !Number.isInteger(number))) {
      // Who goes elsewhere leaves it as it was.
      return focus ? setWrong(whole ? 'A whole number from 0' : 'A number from 0') : leave(false)
    }
    leave(focus)
    if (number === value) return
    setPending(number)
    try {
      await save(number)
    } catch (error) {
      showToast('error', `${label} is not changed. ${serverMessage(error) ?? 'Please try again.'}`)
    } finally {
      setPending(undefined)
    }
  }

  if (editing) {
    return (
      <span className="inline-flex flex-col items-end">
        <input
          // The press that opened it asked for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          type="number"
          min="0"
          step={whole ? 1 : 'any'}
          aria-label={label}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={id}
          defaultValue={value}
          onFocus={({ target }) => target.select()}
          onBlur={({ target }) => void finish(target.value, false)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              void finish(event.currentTarget.value, true)
            }
            if (event.key === 'Escape') leave(true)
          }}
          className="min-h-9 w-28 rounded-xs border border-edge bg-card px-2 text-right tabular aria-[invalid=true]:border-2 aria-[invalid=true]:border-danger"
        />
        <span id={id} className={wrong ? 'text-sm text-danger' : 'sr-only'}>
          {wrong || 'Enter saves, Escape cancels'}
        </span>
      </span>
    )
  }
  return (
    <button
      ref={button}
      type="button"
      aria-label={`${label}: ${pending ?? shown}. Edit`}
      onClick={() => {
        done.current = false
        setEditing(true)
      }}
      className={`min-h-9 cursor-pointer rounded-xs border border-dashed border-transparent px-2 tabular underline decoration-edge decoration-dotted underline-offset-4 hover:border-edge ${pending === undefined ? '' : 'text-quiet'}`}
    >
      {pending ?? shown}
    </button>
  )
}
