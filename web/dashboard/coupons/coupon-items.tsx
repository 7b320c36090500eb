import { useRef } from 'react'
import type { CouponDetail } from '#contract/promotions/coupon.ts'
import { useCategoryChoices } from '#web/data/admin/catalog/catalog-choices.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { ProductFinder } from '../product-finder.tsx'
import { actionStyle } from '../list-page/row-actions.tsx'
import type { Control } from '../record-form/describe-form.ts'

type Named = CouponDetail['products']
type ChoiceProps = Control<number[], Named>

/** The categories that a coupon applies to, and how many products and categories these are. None mean the whole cart. */
export function CategoryChoice({ form, state, states, setState }: ChoiceProps) {
  const choices = useCategoryChoices()
  const available = (choices.data ?? []).map(({ id, productcategoryname: name }) => ({ id, name }))
  const isSelected = (id: number) => state.some((category) => category.id === id)
  const error = [form.error('categoryIds'), form.error('productIds')].find(Boolean)
  return (
    <>
      <p role="status">{appliesToText(state.length, (states['productIds'] as Named).length)}</p>
      {error && <p className="font-medium text-danger">{error}</p>}
      <fieldset>
        <legend className="mb-1.5 font-medium">Categories</legend>
        <div className="max-h-72 overflow-y-auto rounded-xs border border-line px-4 py-2">
          {/* A selected category stays in the list after it is hidden from the shop. */}
          {[...available, ...state.filter((selected) => !available.some(({ id }) => id === selected.id))].map(
            (category) => (
              <CheckboxField
                key={category.id}
                label={category.name}
                checked={isSelected(category.id)}
                onChange={({ target }) =>
                  setState(
                    target.checked ? [...state, category] : state.filter(({ id }) => id !== category.id),
                  )
                }
              />
            ),
          )}
        </div>
      </fieldset>
    </>
  )
}

function appliesToText(categories: number, products: number): string {
  if (categories + products === 0) return 'Applies to all products.'
  const parts = [
    ...(categories > 0 ? [categories === 1 ? '1 category' : `${categories} categories`] : []),
    ...(products > 0 ? [products === 1 ? '1 product' : `${products} products`] : []),
  ]
  return `Applies to ${parts.join(' and ')}.`
}

/** The products that a coupon applies to. */
export function ProductChoice({ state: products, setState }: ChoiceProps) {
  const search = useRef<HTMLInputElement>(null)

  function change(next: Named) {
    setState(next)
    // The pressed button disappears with its row.
    search.current?.focus()
  }

  return (
    <div className="flex flex-col gap-3">
      <ProductFinder
        ref={search}
        label="Add products"
        selected={products}
        onAdd={({ productid, productname }) => change([...products, { id: productid, name: productname }])}
      />
      {products.length > 0 && (
        <ul aria-label="Selected products" className="max-h-72 overflow-y-auto border-t border-line">
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
