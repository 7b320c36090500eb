import { useRef, type ReactNode } from 'react'
import { useFocus } from '#web/lib/browser/focus.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { SortableList } from './sortable-list.tsx'

interface RowListProps<Row> {
  /** The accessible name of the list. */
  label: string
  rows: readonly Row[]
  keyOf(row: Row): string
  nameOf(row: Row): string
  onChange(rows: Row[]): void
  /** The label of the button that adds a row. */
  add: string
  makeRow(): Row
  className?: string
  /** Renders a row with the buttons that move and remove it. */
  children(row: Row, index: number, controls: ReactNode): ReactNode
}

/** Rows of fields to add, remove and sort. The focus follows. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { label, rows, keyOf, nameOf, onChange, add, makeRow, className, children } = props
  const area = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const moveFocus = useFocus()
  // Queries instead of refs: `SortableList` renders the list items.
  const items = () => [...(area.current?.querySelectorAll<HTMLElement>(':scope > ul > *') ?? [])]

  function remove(index: number) {
    const next = () =>
      items()
        .at(Math.min(index, rows.length - 2))
        ?.querySelector<HTMLElement>('[data-remove]')
    onChange(rows.toSpliced(index, 1))
    moveFocus(() => next() ?? addButton.current)
  }

  return (
    <div ref={area} className="grid min-w-0 gap-4">
      <SortableList
        label={label}
        items={rows}
        keyOf={keyOf}
        nameOf={nameOf}
        onMove={onChange}
        className={`grid min-w-0 gap-4 empty:hidden ${className ?? ''}`}
      >
        {(row, handle) => {
          const index = rows.indexOf(row)
          return children(
            row,
            index,
            <span className="flex min-h-12 shrink-0 items-center">
              {handle}
              <button
                type="button"
                data-remove
                aria-label={`Remove ${nameOf(row)}`}
                onClick={() => remove(index)}
                className="grid size-9 cursor-pointer place-items-center rounded-xs hover:bg-ground"
              >
                <Icon name="close" className="size-5" />
              </button>
            </span>,
          )
        }}
      </SortableList>
      <Button
        ref={addButton}
        kind="secondary"
        className="justify-self-start"
        onClick={() => {
          onChange([...rows, makeRow()])
          moveFocus(() => items().at(-1)?.querySelector('input'))
        }}
      >
        {add}
      </Button>
    </div>
  )
}
