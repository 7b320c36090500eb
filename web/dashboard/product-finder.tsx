import { useState, type Ref } from 'react'
import type { ProductCard } from '#contract/catalog/product.ts'
import { useProductSearch } from '../data/admin/catalog/catalog-choices.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'

interface ProductFinderProps {
  label: string
  hint?: string | undefined
  /** Products to leave out of the results. */
  selected: readonly { id: number }[]
  /** Undefined if the limit is reached. */
  onAdd: ((product: ProductCard) => void) | undefined
  error?: string | undefined
  /** The search box. */
  ref?: Ref<HTMLInputElement>
}

/** Finds products to add to a record; lies within the record's form. */
export function ProductFinder({ label, hint, selected, onAdd, error, ref }: ProductFinderProps) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 250)
  const search = useProductSearch(q)
  const matches = (q ? (search.data ?? []) : []).filter(
    ({ productid }) => !selected.some(({ id }) => id === productid),
  )
  return (
    <div className="flex flex-col gap-3">
      <TextField
        ref={ref}
        label={label}
        hint={hint}
        error={error}
        required={false}
        type="search"
        placeholder="Part of a name"
        value={text}
        onChange={({ target }) => setText(target.value)}
        // Typing here does not edit the form around it.
        onInput={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          // Enter must not submit the form around it.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {q && !onAdd && <p className="text-quiet">You’ve reached the limit.</p>}
      {q && onAdd && (
        <ul aria-label="Products to add" className="flex flex-col gap-1">
          {matches.map((product) => (
            <li key={product.productid}>
              <Button kind="quiet" className="text-left" onClick={() => onAdd(product)}>
                Add {product.productname}
              </Button>
            </li>
          ))}
          {search.isError && <li className="text-danger">Products couldn’t be searched.</li>}
          {search.isSuccess && matches.length === 0 && <li className="text-quiet">No matching products.</li>}
        </ul>
      )}
    </div>
  )
}
