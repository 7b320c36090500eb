import { useState, type Ref } from 'react'
import type { ProductCard } from '#contract/product.ts'
import { useProductSearch } from '../../data/product-search.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

interface ProductFinderProps {
  label: string
  /** Not offered again. */
  chosen: readonly { id: number }[]
  /** Absent: nothing more can be added. */
  onAdd: ((product: ProductCard) => void) | undefined
  error?: string | undefined
  /** Of the search box. */
  ref?: Ref<HTMLInputElement>
}

/** A search box for products, within the form of something else; what it finds can be added. */
export function ProductFinder({ label, chosen, onAdd, error, ref }: ProductFinderProps) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 250)
  const found = useProductSearch(q)
  const offered = (q ? (found.data ?? []) : []).filter(
    ({ productid }) => !chosen.some(({ id }) => id === productid),
  )
  return (
    <div className="flex flex-col gap-3">
      <TextField
        ref={ref}
        label={label}
        error={error}
        required={false}
        type="search"
        placeholder="Part of a name"
        value={text}
        onChange={({ target }) => setText(target.value)}
        // Searching changes nothing of the form around it.
        onInput={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          // Enter is for the search, not for the form around it.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {q && !onAdd && <p className="text-quiet">There is no room for more.</p>}
      {q && onAdd && (
        <ul aria-label="Products to add" className="flex flex-col gap-1">
          {offered.map((product) => (
            <li key={product.productid}>
              <Button kind="quiet" className="text-left" onClick={() => onAdd(product)}>
                Add {product.productname}
              </Button>
            </li>
          ))}
          {found.isError && <li className="text-danger">The products could not be searched.</li>}
          {found.isSuccess && offered.length === 0 && (
            <li className="text-quiet">No other product is found.</li>
          )}
        </ul>
      )}
    </div>
  )
}
