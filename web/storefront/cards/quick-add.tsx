import type { ProductCard } from '#contract/catalog/product.ts'
import { links } from '#contract/links.ts'
import { Icon } from '#web/ui/icon.tsx'

/**
 * Adds one unit of a product without options to the cart. The browser sends the form; once `layout/card-actions.ts` is there,
 * it does.
 */
export function QuickAdd({ product }: { product: ProductCard }) {
  return (
    <form method="post" action={links.cart()} data-quick-add>
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
