import { useId, useState } from 'react'
import { Button } from '../button.tsx'
import { CheckboxField } from '../form/checkbox-field.tsx'

interface ColumnChoiceProps {
  columns: readonly { id: string; name: string }[]
  isShown(id: string): boolean
  onToggle(id: string): void
}

/** A button with a panel of checkboxes for the visible columns. */
export function ColumnChoice({ columns, isShown, onToggle }: ColumnChoiceProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (columns.length === 0) return null
  return (
    <div
      role="group"
      aria-label="Table columns"
      className="relative"
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      onBlur={({ currentTarget, relatedTarget }) =>
        relatedTarget && !currentTarget.contains(relatedTarget) && setOpen(false)
      }
    >
      <Button kind="secondary" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        Columns
      </Button>
      <fieldset
        id={id}
        hidden={!open}
        className="absolute top-full right-0 z-20 mt-2 max-h-[70vh] w-56 overflow-y-auto rounded-xs border border-line bg-card p-4 shadow-lg"
      >
        <legend className="sr-only">Visible columns</legend>
        {columns.map((column) => (
          <CheckboxField
            key={column.id}
            label={column.name}
            checked={isShown(column.id)}
            onChange={() => onToggle(column.id)}
          />
        ))}
      </fieldset>
    </div>
  )
}
