import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { links } from '#contract/links.ts'
import { useSuggestions } from '../../data/suggestions.ts'
import { Icon } from '../../ui/icon.tsx'
import { optionId, Suggestions } from './suggestions.tsx'
import { useSearchSubmit } from './use-search-submit.ts'

/** The search of the top bar: a combobox with up to 5 products for what is typed; without script a plain form. */
export function SearchBox() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const navigate = useNavigate()
  const submit = useSearchSubmit()
  const searched = useSearchedText()
  const { data: products = [], isError, isSuccess } = useSuggestions(text)

  const shown = open && text.trim() !== '' && (isSuccess || isError)
  const expanded = shown && products.length > 0
  const listId = `${id}-list`

  function typed(value: string) {
    setText(value)
    setOpen(true)
    setActive(-1)
  }

  function choose(index: number) {
    const product = products[index]
    if (!product) return
    if (input.current) input.current.value = ''
    setText('')
    setOpen(false)
    void navigate(links.product(product.productid))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape' && shown) {
      event.preventDefault()
      setOpen(false)
      setActive(-1)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      // One place more than there are suggestions: the text itself.
      const places = products.length + 1
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (expanded) setActive(((active + 1 + step + places) % places) - 1)
    } else if (event.key === 'Enter' && expanded && active >= 0) {
      event.preventDefault()
      choose(active)
    }
  }

  return (
    <search
      className="relative w-full max-w-md"
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
    >
      <form
        action={links.search('')}
        onSubmit={(event) => {
          setOpen(false)
          submit(event)
        }}
        className="relative"
      >
        <input
          ref={input}
          key={searched}
          defaultValue={searched}
          type="search"
          name="q"
          maxLength={200}
          autoComplete="off"
          aria-label="Search products"
          placeholder="Search products"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={expanded}
          aria-controls={expanded ? listId : undefined}
          aria-activedescendant={expanded && active >= 0 ? optionId(listId, active) : undefined}
          onChange={(event) => typed(event.target.value)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          className="block h-[40px] w-full rounded-full border border-white/40 bg-white/10 pr-12 pl-5 text-[min(1rem,20px)] text-white placeholder:text-quiet-on-deep hover:bg-white/15 focus:bg-white focus:text-ink focus:placeholder:text-quiet"
        />
        <button
          type="submit"
          aria-label="Search"
          className="peer absolute inset-y-0 right-0 grid w-[44px] place-items-center rounded-full [input:focus+&]:text-ink"
        >
          <Icon name="search" className="size-[20px]" />
        </button>
      </form>
      {shown && (
        <Suggestions listId={listId} products={products} failed={isError} active={active} onChoose={choose} />
      )}
      <p role="status" className="sr-only">
        {shown && !isError && announcement(products.length)}
      </p>
    </search>
  )
}

function announcement(count: number): string {
  if (count === 0) return 'No products found'
  return count === 1 ? '1 suggestion' : `${count} suggestions`
}

/** On the results page the box holds what was searched. */
function useSearchedText(): string {
  const { pathname, search } = useLocation()
  return pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
}
