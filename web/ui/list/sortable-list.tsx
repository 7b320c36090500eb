import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { PositionField } from './position-field.tsx'

interface SortableListProps<Item> {
  /** The accessible name of the list. */
  label: string
  items: readonly Item[]
  keyOf(item: Item): number | string
  nameOf(item: Item): string
  /** Receives the items in the new order. */
  onMove(items: Item[]): void
  /** Adds a field for the position of each item, for long lists. */
  numbered?: boolean
  className?: string
  itemClassName?: string
  /** Renders an item with the buttons that move it. */
  children(item: Item, handle: ReactNode): ReactNode
}

/** A list to sort by dragging, with buttons, or by typing a position. Each move is announced. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, keyOf, nameOf, onMove, numbered, className, itemClassName, children } = props
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const [announcement, setAnnouncement] = useState('')
  const focused = useRef<HTMLElement>(null)
  // A moved DOM element loses the focus.
  useLayoutEffect(() => {
    focused.current?.focus()
    focused.current = null
  }, [items])

  /** `focus` is the element that has the focus afterwards: by default the button or field that was used. */
  function move(from: number, to: number, focus: Element | null = document.activeElement) {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || from === to) return
    focused.current = focus instanceof HTMLButtonElement || focus instanceof HTMLInputElement ? focus : null
    onMove(items.toSpliced(from, 1).toSpliced(to, 0, item))
    setAnnouncement(`${nameOf(item)} is now ${to + 1} of ${items.length}`)
  }

  function endDrag() {
    setDragged(undefined)
    setOver(undefined)
  }

  return (
    <>
      <ul aria-label={label} className={className}>
        {items.map((item, index) => (
          <li
            key={keyOf(item)}
            draggable
            onDragStart={(event) => {
              // The list may be nested in a row of another sortable list.
              event.stopPropagation()
              event.dataTransfer.effectAllowed = 'move'
              setDragged(index)
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              setOver(index)
            }}
            onDrop={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              move(dragged, index)
              endDrag()
            }}
            onDragEnd={endDrag}
            className={`${itemClassName ?? ''} ${dragged === index ? 'opacity-50' : ''} ${over === index && dragged !== index ? 'outline-2 outline-offset-2 outline-ink' : ''}`}
          >
            {children(
              item,
              <span className="inline-flex shrink-0 items-center">
                {numbered && (
                  <PositionField
                    name={nameOf(item)}
                    position={index + 1}
                    count={items.length}
                    onMove={(position, focus) => move(index, position - 1, focus)}
                  />
                )}
                <MoveButton
                  label={`Move ${nameOf(item)} up`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <MoveButton
                  down
                  label={`Move ${nameOf(item)} down`}
                  disabled={index === items.length - 1}
                  onClick={() => move(index, index + 1)}
                />
              </span>,
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

interface MoveButtonProps {
  label: string
  down?: boolean
  disabled: boolean
  onClick(): void
}

/** Uses `aria-disabled`, because `disabled` would drop the focus when the item reaches an end. */
function MoveButton({ label, down, disabled, onClick }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={onClick}
      className="grid size-9 cursor-pointer place-items-center rounded-xs hover:bg-ground aria-disabled:cursor-default aria-disabled:opacity-30"
    >
      <Icon name="down" className={`size-4 ${down ? '' : 'rotate-180'}`} />
    </button>
  )
}
