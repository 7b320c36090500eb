import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import type { Permission } from '#contract/endpoint.ts'
import { useStaffSearch } from '#web/data/admin/staff-search.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { money } from '#web/lib/format/money.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { localGroups, readCommand, recordGroups, type PaletteEntry } from './palette-entries.ts'
import { PaletteList } from './palette-list.tsx'

interface PaletteDialogProps {
  permissions: readonly Permission[]
  onClose(): void
  /** Opens what was chosen. The dialog types texts itself. */
  onChoose(target: Exclude<PaletteEntry['target'], { kind: 'text' }>): void
}

const PAUSE_MS = 120

/** The command palette: one search box for actions, pages, orders, customers and products. */
export function PaletteDialog({ permissions, onClose, onChoose }: PaletteDialogProps) {
  const id = useId()
  const shop = useShop()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  /** Enter was pressed before the records for the text had arrived. */
  const [isWaiting, setWaiting] = useState(false)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    input.current?.focus()
    // Closing returns the focus to where it was; removing the element alone does not.
    return () => element?.close()
  }, [])

  const { term, action } = readCommand(text)
  const q = useDebounced(term, PAUSE_MS)
  const search = useStaffSearch(q)
  const isCurrent = q === term && !search.isFetching
  const local = localGroups(text, permissions)
  const records =
    search.data && term
      ? recordGroups(search.data, action, {
          amount: ({ total, currency }) => money(total, { ...shop, currency }),
          day: (time) => formatDate(time, shop),
        })
      : []
  const groups = [...local, ...records]
  const entries = groups.flatMap((group) => group.entries)
  const active = entries[Math.min(activeIndex, entries.length - 1)]

  function choose({ target }: PaletteEntry) {
    if (target.kind !== 'text') return onChoose(target)
    type(target.text)
    input.current?.focus()
  }

  function type(typed: string) {
    setText(typed)
    setActiveIndex(0)
    setWaiting(false)
  }

  // The first match may be one of the text before, so Enter waits for the records of this one.
  const isSettled = isCurrent || local.length > 0
  const chooseFirst = useEffectEvent(() => {
    setWaiting(false)
    if (active) choose(active)
  })
  useEffect(() => {
    if (isWaiting && isSettled) chooseFirst()
  }, [isWaiting, isSettled])

  function onKeyDown(event: KeyboardEvent) {
    const last = entries.length - 1
    const from = Math.min(activeIndex, last)
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setActiveIndex(from >= last ? 0 : from + 1)
    else if (event.key === 'ArrowUp') setActiveIndex(from <= 0 ? Math.max(last, 0) : from - 1)
    else if (event.key === 'Enter') {
      if (!isSettled) setWaiting(term !== '')
      else if (active) choose(active)
    } else return
    event.preventDefault()
  }

  const isEmpty = search.isSearched && isCurrent && !search.isError && entries.length === 0
  return (
    <dialog
      ref={dialog}
      aria-label="Search and commands"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={({ target, currentTarget }) => {
        if (target === currentTarget) onClose()
      }}
      className="mx-auto mt-[min(12vh,6rem)] mb-auto max-h-[min(76vh,40rem)] w-[min(40rem,calc(100%-1.5rem))] overflow-hidden rounded-xs border border-line bg-card p-0 text-ink shadow-lg backdrop:bg-black/50"
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
          <Icon name="search" className="size-5 shrink-0 text-quiet" />
          <input
            ref={input}
            // The Escape of a search field would clear it before it closes the palette.
            type="text"
            enterKeyHint="search"
            role="combobox"
            aria-label="Search orders, customers, products, pages and actions"
            placeholder="Search, or type a command"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={200}
            aria-autocomplete="list"
            aria-expanded={entries.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={active ? `${id}-${entries.indexOf(active)}` : undefined}
            value={text}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
            className="min-h-13 min-w-0 grow bg-transparent outline-none placeholder:text-quiet"
          />
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
        <div className="min-h-0 overflow-y-auto overscroll-contain">
          <PaletteList
            id={id}
            groups={groups}
            active={active}
            isStale={!isCurrent && local.length === 0}
            onPoint={(entry) => setActiveIndex(entries.indexOf(entry))}
            onChoose={choose}
          />
          {action && term === '' && (
            <p className="px-4 py-4 text-quiet">Type the number, name or phone of the order.</p>
          )}
          {isEmpty && (
            <p className="px-4 py-4 text-quiet">
              Nothing found for “{term}”. Try a number, name, phone, town, SKU, tracking number or amount.
            </p>
          )}
          {search.isSearched && search.isError && (
            <p className="flex flex-wrap items-center gap-3 px-4 py-3">
              <span className="text-danger">The search failed.</span>
              <Button kind="secondary" onClick={() => void search.refetch()}>
                Try again
              </Button>
            </p>
          )}
          {search.isSearched && !isCurrent && !search.isError && (
            <p className="px-4 py-3 text-sm text-quiet">Searching…</p>
          )}
        </div>
        <p role="status" className="sr-only">
          {search.isSearched && search.isError
            ? 'The search failed'
            : isEmpty
              ? 'Nothing found'
              : isCurrent && text
                ? `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`
                : ''}
        </p>
      </div>
    </dialog>
  )
}
