import type { ProductCard } from '#contract/product.ts'
import { useShop } from '../../data/shop.ts'
import { price } from '../../lib/money.ts'
import { ProductPicture } from '../../ui/picture.tsx'

/** The id of one suggestion, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`

interface SuggestionsProps {
  listId: string
  products: ProductCard[]
  failed: boolean
  /** Index of the suggestion chosen by arrows; -1 for none. */
  active: number
  onChoose: (index: number) => void
}

/** The panel below the search box. The focus stays in the box. */
export function Suggestions({ listId, products, failed, active, onChoose }: SuggestionsProps) {
  const shop = useShop()
  return (
    <div
      // A press must not take the focus from the box.
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full mt-3 min-w-80 rounded-xs border border-line bg-card p-2 text-ink shadow-lg"
    >
      {products.length > 0 ? (
        <ul id={listId} role="listbox" aria-label="Suggestions">
          {products.map((product, index) => (
            <li
              key={product.productid}
              id={optionId(listId, index)}
              role="option"
              aria-selected={index === active}
              onClick={() => onChoose(index)}
              className="flex cursor-pointer items-center gap-4 rounded-xs p-2 hover:bg-ground aria-selected:bg-ground forced-colors:aria-selected:outline"
            >
              {product.pictures[0] && (
                <ProductPicture
                  picture={product.pictures[0]}
                  sizes="56px"
                  alt=""
                  className="size-14 shrink-0 rounded-xs"
                />
              )}
              <span className="min-w-0 grow">
                <span className="line-clamp-2">{product.productname}</span>
                <span className="text-sm text-quiet tabular">from {price(product.saleprice, shop)}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <div className="flex flex-col items-center px-4 pt-6 pb-8 text-center">
          <img src="/no-products.svg" alt="" width="96" height="96" />
          <p className="mt-2">
            {failed ? 'Suggestions cannot be loaded right now. Press Enter to search.' : 'No products found'}
          </p>
        </div>
      )}
    </div>
  )
}
