import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type SubmitEvent,
} from 'react'
import { openPage } from '#web/lib/browser/open-page.ts'
import { usePage } from '#web/data/page.ts'
import { links } from '#contract/links.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { noSuggestions, optionId, type SuggestionList } from './suggestion-list.ts'
import type { SuggestionPanel } from './suggestion-panel.tsx'

interface SearchBoxProps {
  /** In the menu of small screens, the button has a label and the suggestions are part of the menu. */
  inMenu?: boolean
  className?: string
}

/**
 * The search combobox with suggested products, categories and recent searches. Without JavaScript it is a plain form. The
 * suggestion panel loads on the first focus.
 */
export function SearchBox({ inMenu = false, className = '' }: SearchBoxProps) {
  const listId = `${useId()}-list`
  const input = useRef<HTMLInputElement>(null)
  const [Panel, setPanel] = useState<typeof SuggestionPanel>()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [{ urls, announcement }, setSuggestions] = useState<SuggestionList>(noSuggestions)
  const searchedText = useSearchedText()

  const isPanelOpen = open && Panel !== undefined
  const expanded = isPanelOpen && urls.length > 0
  const chosen = expanded && active < urls.length ? active : -1

  // New suggestions reset the selection.
  const updateSuggestions = useCallback((list: SuggestionList) => {
    setSuggestions(list)
    setActive(-1)
  }, [])

  function load() {
    // If it does not load, the form still searches.
    if (!Panel)
      void import('./suggestion-panel.tsx').then((loaded) => setPanel(() => loaded.SuggestionPanel), ignore)
  }

  function show(value: string) {
    load()
    setText(value)
    setOpen(true)
  }

  // What was pressed or typed before React arrived counts too.
  const adopt = useEffectEvent(() => {
    if (input.current && input.current === document.activeElement) show(input.current.value)
  })
  useEffect(() => adopt(), [])

  function close() {
    setOpen(false)
    setActive(-1)
    setSuggestions(noSuggestions)
  }

  function choose(index: number) {
    const to = urls[index]
    if (!to) return
    if (input.current) input.current.value = ''
    setText('')
    close()
    void openPage(to)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape' && isPanelOpen) {
      event.preventDefault()
      // In a menu, Escape first closes the suggestions, then the menu.
      if (announcement) event.stopPropagation()
      close()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return show(event.currentTarget.value)
      // The positions are the suggestions and the text itself.
      const positions = urls.length + 1
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (expanded) setActive(((chosen + 1 + step + positions) % positions) - 1)
    } else if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault()
      choose(chosen)
    }
  }

  return (
    <search
      className={`relative block w-full ${className}`}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}
    >
      <form
        action={links.search()}
        onSubmit={(event) => {
          close()
          searchTrimmed(event)
        }}
        className={inMenu ? 'flex gap-2' : 'relative'}
      >
        <input
          ref={input}
          key={searchedText}
          defaultValue={searchedText}
          type="search"
          name="q"
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          aria-label="Search products"
          placeholder="Search products"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={expanded}
          aria-controls={expanded ? listId : undefined}
          aria-activedescendant={chosen >= 0 ? optionId(listId, chosen) : undefined}
          onFocus={load}
          onInput={({ currentTarget }) => {
            setActive(-1)
            show(currentTarget.value)
          }}
          onClick={({ currentTarget }) => show(currentTarget.value)}
          onKeyDown={onKeyDown}
          className={inMenu ? menuStyle : barStyle}
        />
        {inMenu ? (
          <Button type="submit">Search</Button>
        ) : (
          <button
            type="submit"
            aria-label="Search"
            className="peer absolute inset-y-0 right-0 grid w-[44px] place-items-center rounded-full [input:focus+&]:text-ink"
          >
            <Icon name="search" className="size-[20px]" />
          </button>
        )}
      </form>
      {isPanelOpen && (
        <Panel
          listId={listId}
          text={text}
          active={chosen}
          inMenu={inMenu}
          onSuggestions={updateSuggestions}
          onChoose={choose}
          onCleared={() => input.current?.focus()}
        />
      )}
      <p role="status" className="sr-only">
        {isPanelOpen && announcement}
      </p>
    </search>
  )
}

const barStyle =
  'block h-[40px] w-full rounded-full border border-white/40 bg-white/10 pr-12 pl-5 text-[min(1rem,20px)] text-white placeholder:text-quiet-on-deep hover:bg-white/15 focus:bg-white focus:text-ink focus:placeholder:text-quiet'
const menuStyle =
  'min-h-12 min-w-0 flex-1 basis-40 rounded-xs border border-edge bg-card px-4 text-base text-ink placeholder:text-quiet'

/** The address of the results holds no spaces around the text. Blank text is no search. */
function searchTrimmed(event: SubmitEvent<HTMLFormElement>): void {
  const field = event.currentTarget.elements.namedItem('q')
  if (!(field instanceof HTMLInputElement)) return
  field.value = field.value.trim()
  if (field.value === '') event.preventDefault()
}

const ignore = () => undefined

/** The searched text on the results page, else empty. */
function useSearchedText(): string {
  const { pathname, search } = usePage()
  return pathname === links.search() ? (new URLSearchParams(search).get('q') ?? '') : ''
}
