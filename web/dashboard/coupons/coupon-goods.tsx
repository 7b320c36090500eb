import { useRef } from 'react'
import type { CouponDetail } from '#contract/coupon.ts'
import { useCategoryChoices } from '../../data/catalogue-choices.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { ProductFinder } from '../shelves/product-finder.tsx'
import { actionStyle } from '../shelves/row-actions.tsx'

type Named = CouponDetail['products']

interface CouponGoodsProps {
  categories: Named
  products: Named
  errors: readonly (string | undefined)[]
  onCategories(next: Named): void
  onProducts(next: Named): void
}

/** What a coupon is for: nothing chosen is the whole cart. */
export function CouponGoods({ categories, products, errors, onCategories, onProducts }: CouponGoodsProps) {
  const choices = useCategoryChoices()
  const offered = (choices.data ?? []).map(({ id, productcategoryname: name }) => ({ id, name }))
  const isChosen = (id: number) => categories.some((category) => category.id === id)
  const wrong = errors.find(Boolean)
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <p role="status">{goodsOf(categories.length, products.length)}</p>
      {wrong && <p className="font-medium text-danger">{wrong}</p>}
      <fieldset>
        <legend className="mb-1.5 font-medium">Categories</legend>
        <div className="max-h-72 overflow-y-auto rounded-xs border border-line px-4 py-2">
          {/* One that is hidden from the shop stays chosen until it is taken out. */}
          {[...offered, ...categories.filter(({ id }) => !offered.some((one) => one.id === id))].map(
            (category) => (
              <CheckboxField
                key={category.id}
                label={category.name}
                checked={isChosen(category.id)}
                onChange={({ target }) =>
                  onCategories(
                    target.checked
                      ? [...categories, category]
                      : categories.filter(({ id }) => id !== category.id),
                  )
                }
              />
            ),
          )}
        </div>
      </fieldset>
      <ProductChoice products={products} onChange={onProducts} />
    </div>
  )
}

function goodsOf(categories: number, products: number): string {
  if (categories + products === 0) return 'It is for everything in the cart.'
  const named = [
    ...(categories > 0 ? [categories === 1 ? '1 category' : `${categories} categories`] : []),
    ...(products > 0 ? [products === 1 ? '1 product' : `${products} products`] : []),
  ]
  return `It is only for ${named.join(' and ')}.`
}

function ProductChoice({ products, onChange }: { products: Named; onChange(next: Named): void }) {
  const search = useRef<HTMLInputElement>(null)

  function change(next: Named) {
    onChange(next)
    // What was pressed is gone with its row.
    search.current?.focus()
  }

  return (
    <div className="flex flex-col gap-3">
      <ProductFinder
        ref={search}
        label="Add products"
        chosen={products}
        onAdd={({ productid, productname }) => change([...products, { id: productid, name: productname }])}
      />
      {products.length > 0 && (
        <ul aria-label="Products of the coupon" className="max-h-72 overflow-y-auto border-t border-line">
          {products.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-3 border-b border-line py-1">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <button
                type="button"
                aria-label={`Remove ${name}`}
                className={actionStyle}
                onClick={() => change(products.filter((product) => product.id !== id))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
