import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { controlStyle } from '#web/ui/form/field.tsx'

interface FinderProps<T> {
  label: string
  hint: string
  /** The matches of a text; a hook. */
  useSearch(q: string): { data: readonly T[] | undefined; isError: boolean; isFetching: boolean }
  keyOf(match: T): number | string
  /** Shown in the list. */
  children(match: T): ReactNode
  onPick(match: T): void
  /** Receives a text that Enter follows before its matches have arrived, as scanners enter a SKU. */
  onEarlyEnter?(text: string): void
  error?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

/** A search box with a list of matches. Arrow keys choose one, Enter takes it, at first the best one. */
export function Finder<T>(props: FinderProps<T>) {
  const { label, hint, useSearch, keyOf, children, onPick, onEarlyEnter, error, inputRef } = props
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const typed = text.trim()
  const q = useDebounced(typed, 200)
  const search = useSearch(q)
  const isCurrent = q === typed && !search.isFetching
  const matches = q && typed ? (search.data ?? []) : []
  const isOpen = matches.length > 0

  function pick(match: T | undefined) {
    if (match === undefined) return
    setText('')
    setActive(0)
    onPick(match)
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = matches.length - 1
    if (event.key === 'ArrowDown' && isOpen) setActive(Math.min(active + 1, last))
    else if (event.key === 'ArrowUp' && isOpen) setActive(Math.max(active - 1, 0))
    else if (event.key === 'Escape' && text) setText('')
    else if (event.key === 'Enter' && typed) {
      if (isCurrent) pick(matches[active])
      else if (onEarlyEnter) {
        setText('')
        onEarlyEnter(typed)
      }
    } else return
    event.preventDefault()
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          ref={inputRef}
          id={id}
          type="search"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
          aria-describedby={[`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')}
          aria-invalid={error ? true : undefined}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setActive(0)
          }}
          // Searching does not edit the form around it.
          onInput={(event) => event.stopPropagation()}
          onKeyDown={onKeyDown}
          onBlur={() => setText('')}
          className={controlStyle}
        />
        {isOpen && (
          <ul
            id={`${id}-list`}
            role="listbox"
            aria-label={label}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-xs border border-line bg-card py-1 shadow-lg"
          >
            {matches.map((match, index) => (
              // The focus stays in the search box, whose keys choose.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <li
                key={keyOf(match)}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                ref={(row) => {
                  if (index === active) row?.scrollIntoView({ block: 'nearest' })
                }}
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => setActive(index)}
                onClick={() => pick(match)}
                className="cursor-pointer px-3.5 py-2 aria-selected:bg-ground"
              >
                {children(match)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
        {hint}
      </p>
      <p role="status" className="text-sm">
        {typed && search.isError && 'The search failed. Please try again.'}
        {typed.length > 1 && isCurrent && !search.isError && matches.length === 0 && 'No matches.'}
        {isOpen && (
          <span className="sr-only">{matches.length === 1 ? '1 match' : `${matches.length} matches`}</span>
        )}
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
