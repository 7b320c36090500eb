import type { ChosenProduct } from '#contract/admin-collection.ts'
import { SortableList } from '../../ui/sortable-list.tsx'
import { ProductFinder } from '../shelves/product-finder.tsx'
import { actionStyle } from '../shelves/row-actions.tsx'

interface ChosenProductsProps {
  products: ChosenProduct[]
  onChange(products: ChosenProduct[]): void
}

/** The products of a collection, found by name, added, put in order and taken out. */
export function ChosenProducts({ products, onChange }: ChosenProductsProps) {
  return (
    <div className="flex flex-col gap-4">
      <ProductFinder
        label="Add products"
        chosen={products}
        onAdd={({ productid, productname, defaultimage }) =>
          onChange([...products, { id: productid, name: productname, file: defaultimage, seen: true }])
        }
      />
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
