import { useState } from 'react'

interface PositionFieldProps {
  /** What has the position. */
  name: string
  /** From 1. */
  position: number
  count: number
  /** Receives the new position, and the element that has the focus after the move. */
  onMove(position: number, focus: Element | null): void
}

/** The position of an item, to type another one. Enter and leaving the field move the item; a number beyond the list means its end. */
export function PositionField({ name, position, count, onMove }: PositionFieldProps) {
  const [typed, setTyped] = useState<string>()

  function commit(focus: Element | null) {
    const wanted = Number(typed?.trim() || NaN)
    setTyped(undefined)
    if (Number.isInteger(wanted)) onMove(Math.min(Math.max(wanted, 1), count), focus)
  }

  return (
    <input
      aria-label={`Position of ${name}, 1 to ${count}`}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(position)}
      onChange={({ target }) => setTyped(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={({ relatedTarget }) => commit(relatedTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Enter would submit a form around the list.
        event.preventDefault()
        commit(event.currentTarget)
      }}
      className="mr-1 h-9 w-14 rounded-xs border border-edge bg-card px-2 text-end tabular"
    />
  )
}
