import { useLayoutEffect, useMemo } from 'react'
import { links } from '#contract/links.ts'
import { forgetSearches, useSearchedBefore } from '../../data/searched-before.ts'
import { useSuggestions } from '../../data/suggestions.ts'
import { optionId, type Offered } from './offered.ts'
import { CategoryOption, OptionGroup, ProductOption, SearchOption } from './suggestion-options.tsx'

interface SuggestionPanelProps {
  listId: string
  /** What stands in the box. */
  text: string
  /** Index of the suggestion chosen by arrows; -1 for none. */
  active: number
  inMenu: boolean
  onOffered(offered: Offered): void
  onChoose(index: number): void
  /** Told when what was searched before is forgotten, and the button for it gone. */
  onCleared(): void
}

/** What is offered below the search box. The focus stays in the box. */
export function SuggestionPanel(props: SuggestionPanelProps) {
  const { listId, text, active, inMenu, onOffered, onChoose, onCleared } = props
  const q = text.trim()
  const { data, isError } = useSuggestions(q)
  const before = useSearchedBefore()
  const found = q ? data : undefined
  const searches = useMemo(() => matching(before, q), [before, q])
  const offered = useMemo((): Offered => {
    const offers = [
      ...(found?.products ?? []).map(({ productid }) => links.product(productid)),
      ...(found?.categories ?? []).map(({ slug }) => links.browse(slug)),
      ...searches.map(links.search),
    ]
    return { offers, said: sayOf(offers.length, found) }
  }, [found, searches])
  useLayoutEffect(() => onOffered(offered), [offered, onOffered])

  const failed = q !== '' && isError && !found
  const nothing = found?.products.length === 0
  if (offered.offers.length === 0 && !nothing && !failed) return null

  const { products = [], categories = [] } = found ?? {}
  const option = (at: number) => ({
    id: optionId(listId, at),
    selected: at === active,
    onChoose: () => onChoose(at),
  })
  return (
    <div
      data-suggesting
      // A press must not take the focus from the box.
      onPointerDown={(event) => event.preventDefault()}
      className={`on-light rounded-xs border border-line bg-card p-2 text-ink shadow-lg ${inMenu ? 'mt-3' : 'absolute inset-x-0 top-full mt-3 max-h-[calc(100dvh-var(--spacing-bar)-1.5rem)] min-w-80 overflow-y-auto'}`}
    >
      {nothing || failed ? <NoProducts failed={failed} /> : null}
      {found?.meant && !nothing && (
        <p className="px-2 pt-1 pb-2 text-sm text-quiet wrap-anywhere">
          Results for <span className="font-medium text-ink">{found.meant}</span>
        </p>
      )}
      {offered.offers.length > 0 && (
        <div id={listId} role="listbox" aria-label="Suggestions">
          <OptionGroup name="Products" hidden>
            {products.map((product, at) => (
              <ProductOption key={product.productid} {...option(at)} product={product} />
            ))}
          </OptionGroup>
          <OptionGroup name="Categories">
            {categories.map((category, at) => (
              <CategoryOption key={category.id} {...option(products.length + at)} name={category.name} />
            ))}
          </OptionGroup>
          <OptionGroup name="Searched before">
            {searches.map((search, at) => (
              <SearchOption
                key={search}
                {...option(products.length + categories.length + at)}
                text={search}
              />
            ))}
          </OptionGroup>
        </div>
      )}
      {searches.length > 0 && !q && (
        <button
          type="button"
          onClick={() => {
            forgetSearches()
            onCleared()
          }}
          className="m-1 min-h-9 cursor-pointer px-1 text-sm text-quiet underline underline-offset-4 hover:text-ink"
        >
          Clear what was searched before
        </button>
      )}
    </div>
  )
}

/** The latest searches or, once something is typed, those that it is a part of. */
function matching(before: readonly string[], q: string): readonly string[] {
  if (!q) return before.slice(0, 6)
  const part = q.toLowerCase()
  return before
    .filter((search) => search.toLowerCase().includes(part) && search.toLowerCase() !== part)
    .slice(0, 2)
}

function sayOf(
  count: number,
  found: { products: readonly unknown[]; meant?: string | undefined } | undefined,
) {
  const suggestions = count === 1 ? '1 suggestion' : `${count} suggestions`
  if (found?.products.length === 0) {
    return count > 0 ? `No products found, ${suggestions}` : 'No products found'
  }
  if (count === 0) return ''
  return found?.meant ? `${suggestions} for ${found.meant}` : suggestions
}

function NoProducts({ failed }: { failed: boolean }) {
  return (
    <div className="flex flex-col items-center px-4 pt-6 pb-8 text-center">
      <img src="/no-products.svg" alt="" width="96" height="96" />
      <p className="mt-2">
        {failed ? 'Suggestions cannot be loaded right now. Press Enter to search.' : 'No products found'}
      </p>
    </div>
  )
}
