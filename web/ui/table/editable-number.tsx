import { useContext, useId, useLayoutEffect, useRef, useState } from 'react'
import { errorMessage } from '#web/lib/api.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { closeDraft, dropDraft, keepDraft, takeDraft } from '#web/lib/form-drafts.ts'
import { showToast } from '#web/lib/toasts.ts'
import { DraftOwner } from '../form/draft/drafts.ts'

interface EditableNumberProps {
  /** Tells the number from all others, such as `price 7`. */
  name: string
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
 * A number that is edited in place: a click opens a field, Enter saves, Escape cancels. It shows the new number at once. If
 * saving fails, or after a reload, the field is open again with what was typed.
 */
export function EditableNumber({ name, label, value, text, whole, save }: EditableNumberProps) {
  const owner = useContext(DraftOwner)
  const draft = owner && `${owner} ${name}`
  const [editing, setEditing] = useState(false)
  /** What somebody typed into an earlier field. */
  const [typed, setTyped] = useState<string>()
  const [pending, setPending] = useState<number>()
  const [error, setError] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const isDone = useRef(false)
  const focus = useFocus()
  const id = useId()

  useLayoutEffect(() => {
    if (!draft) return
    const before = takeDraft(draft)?.fields['value']
    if (before !== undefined) reopen(before)
    return () => closeDraft(draft)
    // Once per field: the functions read the latest name.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draft])

  function keep(current: string) {
    if (draft) keepDraft(draft, { fields: { value: current } })
  }

  /** Opens the field with an earlier text, without taking the focus from where somebody is by now. */
  function reopen(earlier: string) {
    isDone.current = false
    setTyped(earlier)
    setEditing(true)
    keep(earlier)
  }

  function close(returnsFocus: boolean) {
    isDone.current = true
    setEditing(false)
    setTyped(undefined)
    setError('')
    if (draft) dropDraft(draft)
    if (returnsFocus) focus(() => button.current)
  }

  async function finish(current: string, returnsFocus: boolean) {
    if (isDone.current) return
    const number = Number(current)
    if (current.trim() === '' || !(number >= 0) || (whole && !Number.isInteger(number))) {
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
      const message = errorMessage(reason, 'Please try again.')
      showToast('error', `${label} was not saved. ${message}`)
      reopen(current)
      setError(`Not saved. ${message}`)
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
          autoFocus={typed === undefined}
          type="number"
          min="0"
          step={whole ? 1 : 'any'}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          defaultValue={typed ?? value}
          onInput={({ currentTarget }) => keep(currentTarget.value)}
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
