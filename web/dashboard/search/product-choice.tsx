import { useId, useRef } from 'react'
import type { SearchRule } from '#contract/search-words.ts'
import { SortableList } from '../../ui/sortable-list.tsx'
import { ProductFinder } from '../shelves/product-finder.tsx'
import { actionStyle } from '../shelves/row-actions.tsx'

type Named = SearchRule['pinned']

interface ProductChoiceProps {
  title: string
  intro: string
  /** Of the search box. */
  label: string
  products: Named
  /** Chosen for something that excludes this. */
  others: Named
  most: number
  /** Their order says something. */
  ordered?: boolean
  error: string | undefined
  onChange(next: Named): void
}

/** Products of a rule, found by name, added, put in order and taken out. */
export function ProductChoice(props: ProductChoiceProps) {
  const { title, intro, label, products, others, most, ordered = false, error, onChange } = props
  const id = useId()
  const search = useRef<HTMLInputElement>(null)

  function change(next: Named) {
    onChange(next)
    // What was pressed is gone with its row.
    search.current?.focus()
  }

  const row = ({ id: one, name }: Named[number], handle?: React.ReactNode) => (
    <span className="flex items-center justify-between gap-3 py-1">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span className="flex shrink-0 items-center">
        {handle}
        <button
          type="button"
          aria-label={`Remove ${name}`}
          className={actionStyle}
          onClick={() => change(products.filter((product) => product.id !== one))}
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
        chosen={[...products, ...others]}
        onAdd={
          products.length < most
            ? ({ productid, productname }) => change([...products, { id: productid, name: productname }])
            : undefined
        }
      />
      <p role="status" className="mt-4 text-sm text-quiet">
        {products.length === 1 ? '1 product' : `${products.length} products`}
      </p>
      {ordered ? (
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
