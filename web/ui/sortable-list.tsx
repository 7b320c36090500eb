import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface SortableListProps<Item> {
  /** What the list is called. */
  label: string
  items: readonly Item[]
  keyOf(item: Item): number | string
  nameOf(item: Item): string
  /** Told the new order. */
  onMove(items: Item[]): void
  className?: string
  itemClassName?: string
  /** An item, and the buttons that move it. */
  children(item: Item, handle: ReactNode): ReactNode
}

/** A list that is put in order by dragging, or by buttons with the keyboard; each move is read out. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, keyOf, nameOf, onMove, className, itemClassName, children } = props
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const [said, setSaid] = useState('')
  const pressed = useRef<HTMLElement>(null)
  // An element that is moved in the page loses the focus.
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  }, [items])

  function move(from: number, to: number) {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || from === to) return
    pressed.current = document.activeElement instanceof HTMLButtonElement ? document.activeElement : null
    onMove(items.toSpliced(from, 1).toSpliced(to, 0, item))
    setSaid(`${nameOf(item)} is now ${to + 1} of ${items.length}`)
  }

  function rest() {
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
              // A list may stand in a row of another one: what is dragged there stays there.
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
              rest()
            }}
            onDragEnd={rest}
            className={`${itemClassName ?? ''} ${dragged === index ? 'opacity-50' : ''} ${over === index && dragged !== index ? 'outline-2 outline-offset-2 outline-ink' : ''}`}
          >
            {children(
              item,
              <span className="inline-flex shrink-0">
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
        {said}
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

/** Not `disabled`, so that the focus stays on it when the item has arrived at an end. */
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
