import type { ChosenProduct } from '#contract/catalog/admin/collection.ts'
import { SortableList } from '#web/ui/list/sortable-list.tsx'
import { actionStyle } from '../list-page/row-actions.tsx'
import { ProductFinder } from '../product-finder.tsx'

interface SelectedProductsProps {
  products: ChosenProduct[]
  onChange(products: ChosenProduct[]): void
}

/** The products of a collection that is filled by hand: add, sort and remove them. */
export function SelectedProducts({ products, onChange }: SelectedProductsProps) {
  return (
    <div className="flex flex-col gap-4">
      <ProductFinder
        label="Add products"
        selected={products}
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
        numbered
        className="max-h-[32rem] overflow-y-auto"
        itemClassName="border-b border-line"
      >
        {(product, handle) => (
          <span className="flex items-center justify-between gap-3 py-1">
            <span className="min-w-0 wrap-anywhere">
              {product.name}
              {!product.seen && <span className="text-sm text-quiet"> (hidden in the shop)</span>}
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
