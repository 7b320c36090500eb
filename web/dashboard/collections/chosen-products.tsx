import { useState } from 'react'
import type { ChosenProduct } from '#contract/admin-collection.ts'
import { useProductSearch } from '../../data/admin-collections.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import { actionStyle } from '../shelves/row-actions.tsx'

interface ChosenProductsProps {
  products: ChosenProduct[]
  onChange(products: ChosenProduct[]): void
}

/** The products of a collection, found by name, added, put in order and taken out. */
export function ChosenProducts({ products, onChange }: ChosenProductsProps) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 250)
  const found = useProductSearch(q)
  const chosen = new Set(products.map(({ id }) => id))
  const offered = (q ? (found.data ?? []) : []).filter(({ id }) => !chosen.has(id))

  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Add products"
        required={false}
        type="search"
        placeholder="Part of a name"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          // Enter is for the search, not for the form around it.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {q && (
        <ul aria-label="Products to add" className="flex flex-col gap-1">
          {offered.map(({ id, productname, defaultimage }) => (
            <li key={id}>
              <Button
                kind="quiet"
                className="text-left"
                onClick={() =>
                  onChange([...products, { id, name: productname, file: defaultimage, seen: true }])
                }
              >
                Add {productname}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="font-medium">
        {products.length === 1 ? '1 product' : `${products.length} products`}
      </p>
      <SortableList
        label="Products of the collection"
        items={products}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        onMove={onChange}
        className="max-h-[32rem] overflow-y-auto"
        itemClassName="border-b border-line"
      >
        {(product, handle) => (
          <span className="flex items-center justify-between gap-3 py-1">
            <span className="min-w-0 wrap-anywhere">
              {product.name}
              {!product.seen && <span className="text-sm text-quiet"> (shoppers do not see it)</span>}
            </span>
            <span className="flex shrink-0 items-center">
              {handle}
              <button
                type="button"
                aria-label={`Remove ${product.name}`}
                className={actionStyle}
                onClick={() => onChange(products.filter(({ id }) => id !== product.id))}
              >
                Remove
              </button>
            </span>
          </span>
        )}
      </SortableList>
    </div>
  )
}
