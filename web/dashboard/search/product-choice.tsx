import { useId, useRef } from 'react'
import type { SearchRule } from '#contract/search/search-words.ts'
import { SortableList } from '#web/ui/list/sortable-list.tsx'
import { ProductFinder } from '../product-finder.tsx'
import { actionStyle } from '../list-page/row-actions.tsx'

type Named = SearchRule['pinned']

interface ProductChoiceProps {
  title: string
  intro: string
  /** Label of the search box. */
  label: string
  products: Named
  /** Products that cannot be chosen, because the other list of the rule has them. */
  excluded: Named
  maxProducts: number
  /** The order matters and can be changed. */
  sortable?: boolean
  error: string | undefined
  onChange(next: Named): void
}

/** One product list of a search rule: search, add, sort and remove. */
export function ProductChoice(props: ProductChoiceProps) {
  const { title, intro, label, products, excluded, maxProducts, sortable = false, error, onChange } = props
  const id = useId()
  const search = useRef<HTMLInputElement>(null)

  function change(next: Named) {
    onChange(next)
    // The pressed button disappears with its row.
    search.current?.focus()
  }

  const row = ({ id: productId, name }: Named[number], handle?: React.ReactNode) => (
    <span className="flex items-center justify-between gap-3 py-1">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span className="flex shrink-0 items-center">
        {handle}
        <button
          type="button"
          aria-label={`Remove ${name}`}
          className={actionStyle}
          onClick={() => change(products.filter((product) => product.id !== productId))}
        >
          Remove
        </button>
      </span>
    </span>
  )

  return (
    <section aria-labelledby={id} className="min-w-0 rounded-xs border border-line bg-card p-4">
      <h2 id={id} className="font-display text-xl">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-quiet">{intro}</p>
      <ProductFinder
        ref={search}
        label={label}
        error={error}
        selected={[...products, ...excluded]}
        onAdd={
          products.length < maxProducts
            ? ({ productid, productname }) => change([...products, { id: productid, name: productname }])
            : undefined
        }
      />
      <p role="status" className="mt-4 text-sm text-quiet">
        {products.length === 1 ? '1 product' : `${products.length} products`}
      </p>
      {sortable ? (
        <SortableList
          label={title}
          items={products}
          keyOf={(product) => product.id}
          nameOf={({ name }) => name}
          onMove={onChange}
          className="max-h-[32rem] overflow-y-auto"
          itemClassName="border-b border-line"
        >
          {row}
        </SortableList>
      ) : (
        products.length > 0 && (
          <ul aria-label={title} className="max-h-[32rem] overflow-y-auto">
            {products.map((product) => (
              <li key={product.id} className="border-b border-line">
                {row(product)}
              </li>
            ))}
          </ul>
        )
      )}
    </section>
  )
}
