import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { actionStyle } from '#web/dashboard/list-page/row-actions.tsx'

interface DaysOffProps {
  /** Days such as 2026-12-25. */
  days: readonly string[]
  error: string | undefined
  onChange(days: string[]): void
}

/** The days on which the shop is closed besides its weekly days off. */
export function DaysOff({ days, error, onChange }: DaysOffProps) {
  const [added, setAdded] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function add() {
    if (added && !days.includes(added)) onChange([...days, added].toSorted())
    setAdded('')
    input.current?.focus()
  }

  return (
    <div className="flex flex-col gap-3">
      {days.length > 0 && (
        <ul aria-label="Days off" className="border-t border-line">
          {days.map((day) => (
            <li key={day} className="flex items-center justify-between gap-3 border-b border-line py-1">
              <span>{longDay(day)}</span>
              <button
                type="button"
                aria-label={`Remove ${longDay(day)}`}
                className={actionStyle}
                onClick={() => {
                  onChange(days.filter((other) => other !== day))
                  // The pressed button disappears with its row.
                  input.current?.focus()
                }}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          ref={input}
          type="date"
          label="Add a day off"
          required={false}
          error={error}
          className="min-w-0 grow basis-60"
          value={added}
          onChange={({ target }) => setAdded(target.value)}
        />
        <Button kind="secondary" onClick={add}>
          Add day off
        </Button>
      </div>
    </div>
  )
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })

const longDay = (day: string) => dayFormat.format(new Date(day))
