import { useLayoutEffect, useMemo } from 'react'
import { links } from '#contract/links.ts'
import { clearRecentSearches } from '#web/data/recent-searches.ts'
import { useRecentSearches } from '#web/data/use-recent-searches.ts'
import { useSuggestions } from '#web/data/suggestions.ts'
import { optionId, type SuggestionList } from './suggestion-list.ts'
import { CategoryOption, OptionGroup, ProductOption, SearchOption } from './suggestion-options.tsx'

interface SuggestionPanelProps {
  listId: string
  /** The text of the search box. */
  text: string
  /** The index of the selected suggestion, or -1. */
  active: number
  inMenu: boolean
  onSuggestions(list: SuggestionList): void
  onChoose(index: number): void
  /** Called when the recent searches are cleared and the focused button disappears. */
  onCleared(): void
}

/** The suggestions below the search box. The focus stays in the box. */
export function SuggestionPanel(props: SuggestionPanelProps) {
  const { listId, text, active, inMenu, onSuggestions, onChoose, onCleared } = props
  const q = text.trim()
  const { data, isError } = useSuggestions(q)
  const recent = useRecentSearches()
  const found = q ? data : undefined
  const searches = useMemo(() => matching(recent, q), [recent, q])
  const list = useMemo((): SuggestionList => {
    const urls = [
      ...(found?.products ?? []).map(({ productid }) => links.product(productid)),
      ...(found?.categories ?? []).map(({ slug }) => links.listing(slug)),
      ...searches.map(links.search),
    ]
    return { urls, announcement: announcementFor(urls.length, found) }
  }, [found, searches])
  useLayoutEffect(() => onSuggestions(list), [list, onSuggestions])

  const failed = q !== '' && isError && !found
  const hasNoProducts = found?.products.length === 0
  if (list.urls.length === 0 && !hasNoProducts && !failed) return null

  const { products = [], categories = [] } = found ?? {}
  const option = (at: number) => ({
    id: optionId(listId, at),
    selected: at === active,
    onChoose: () => onChoose(at),
  })
  return (
    <div
      data-suggesting
      // Prevents a press from moving the focus out of the box.
      onPointerDown={(event) => event.preventDefault()}
      className={`on-light rounded-xs border border-line bg-card p-2 text-ink shadow-lg ${inMenu ? 'mt-3' : 'absolute inset-x-0 top-full mt-3 max-h-[calc(100dvh-var(--spacing-bar)-1.5rem)] min-w-80 overflow-y-auto'}`}
    >
      {hasNoProducts || failed ? <NoProducts failed={failed} /> : null}
      {found?.correctedQuery && !hasNoProducts && (
        <p className="px-2 pt-1 pb-2 text-sm text-quiet wrap-anywhere">
          Results for <span className="font-medium text-ink">{found.correctedQuery}</span>
        </p>
      )}
      {list.urls.length > 0 && (
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
          <OptionGroup name="Recent searches">
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
            clearRecentSearches()
            onCleared()
          }}
          className="m-1 min-h-9 cursor-pointer px-1 text-sm text-quiet underline underline-offset-4 hover:text-ink"
        >
          Clear recent searches
        </button>
      )}
    </div>
  )
}

const MAX_RECENT = 6
const MAX_MATCHING = 2

/** The latest searches, or those that contain the typed text. */
function matching(recent: readonly string[], q: string): readonly string[] {
  if (!q) return recent.slice(0, MAX_RECENT)
  const part = q.toLowerCase()
  return recent
    .filter((search) => search.toLowerCase().includes(part) && search.toLowerCase() !== part)
    .slice(0, MAX_MATCHING)
}

function announcementFor(
  count: number,
  found: { products: readonly unknown[]; correctedQuery?: string | undefined } | undefined,
) {
  const suggestions = count === 1 ? '1 suggestion' : `${count} suggestions`
  if (found?.products.length === 0) {
    return count > 0 ? `No products found, ${suggestions}` : 'No products found'
  }
  if (count === 0) return ''
  return found?.correctedQuery ? `${suggestions} for ${found.correctedQuery}` : suggestions
}

function NoProducts({ failed }: { failed: boolean }) {
  return (
    <div className="flex flex-col items-center px-4 pt-6 pb-8 text-center">
      <img src="/no-products.svg" alt="" width="96" height="96" />
      <p className="mt-2">
        {failed ? 'Suggestions aren’t available. Press Enter to search.' : 'No products found'}
      </p>
    </div>
  )
}
