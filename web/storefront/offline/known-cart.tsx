import { useCart } from '#web/data/cart/cart.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { ProductImage } from '#web/ui/image.tsx'

/** The cart as this browser knows it, with the changes that wait for the connection. Nothing for an empty or unknown cart. */
export function KnownCart() {
  const shop = useShop()
  const { lines = [] } = useCart()
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="known-cart" className="mt-14">
      <h2 id="known-cart" className="font-display text-2xl">
        In your cart
      </h2>
      <ul className="mt-4">
        {lines.map(({ productid, variantid, productname, options, image, quantity, productprice }) => (
          <li
            key={`${productid} ${variantid}`}
            className="flex items-center gap-4 border-t border-line py-4 last:border-b"
          >
            <div className="size-16 shrink-0 rounded-xs bg-ground">
              {image && <ProductImage image={image} sizes="64px" alt="" className="size-full rounded-xs" />}
            </div>
            <div className="min-w-0">
              <p className="wrap-anywhere">{[productname, ...Object.values(options)].join(', ')}</p>
              <p className="mt-1 text-sm text-quiet tabular">
                {quantity} × {money(productprice, shop)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
