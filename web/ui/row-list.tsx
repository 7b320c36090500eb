import { useRef, type ReactNode } from 'react'
import { changeAndFocus } from '../lib/focus.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { SortableList } from './sortable-list.tsx'

interface RowListProps<Row> {
  /** What the list is called. */
  label: string
  rows: readonly Row[]
  keyOf(row: Row): string
  nameOf(row: Row): string
  onChange(rows: Row[]): void
  /** What the button below says, and what a new row begins with. */
  add: string
  makeRow(): Row
  className?: string
  /** A row, and the buttons that move it and take it out. */
  children(row: Row, index: number, controls: ReactNode): ReactNode
}

/** Rows of fields that are added, taken out and put in order, by keyboard too; the focus goes along. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { label, rows, keyOf, nameOf, onChange, add, makeRow, className, children } = props
  const area = useRef<HTMLDivElement>(null)
  const items = () => [...(area.current?.querySelectorAll<HTMLElement>(':scope > ul > *') ?? [])]

  function remove(index: number) {
    const next = () =>
      items()
        .at(Math.min(index, rows.length - 2))
        ?.querySelector<HTMLElement>('[data-remove]')
    const addAnother = () => area.current?.querySelector<HTMLElement>(':scope > button')
    changeAndFocus(
      () => onChange(rows.toSpliced(index, 1)),
      () => next() ?? addAnother(),
    )
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
        kind="secondary"
        className="justify-self-start"
        onClick={() =>
          changeAndFocus(
            () => onChange([...rows, makeRow()]),
            () => items().at(-1)?.querySelector('input'),
          )
        }
      >
        {add}
      </Button>
    </div>
  )
}
