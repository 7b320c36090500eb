import type { ProductCard } from '#contract/catalog/product.ts'
import { links } from '#contract/links.ts'
import { newLine, type CartChange } from '../data/cart/cart-change.ts'
import { formKey } from '../lib/new-key.ts'
import { Icon } from '../ui/icon.tsx'

interface QuickAddProps {
  product: ProductCard
  onAdd(change: CartChange): void
}

/** Adds one unit of a product without options to the cart. Without scripts the browser sends the form. */
export function QuickAdd({ product, onAdd }: QuickAddProps) {
  return (
    <form
      method="post"
      action={links.cart()}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd({ kind: 'add', line: newLine(product, undefined, 1), key: formKey(event.currentTarget) })
      }}
    >
      <input type="hidden" name="product" value={product.productid} />
      <input type="hidden" name="quantity" value={1} />
      <button
        name="do"
        value="add"
        aria-label={`Add ${product.productname} to cart`}
        className="group/add grid size-[44px] cursor-pointer place-items-center"
      >
        <span className="grid size-[36px] place-items-center rounded-full bg-card/90 transition-colors duration-150 group-hover/add:bg-ink group-hover/add:text-page motion-reduce:transition-none">
          <Icon name="plus" className="size-[20px]" />
        </span>
      </button>
    </form>
  )
}
