import type { Ref } from 'react'
import type { CartLine } from '#contract/cart/cart.ts'
import { links } from '#contract/links.ts'
import { useCartChange } from '#web/data/cart/cart.ts'
import { useSavedLines } from '#web/data/cart/saved-lines.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { ProductImage } from '#web/ui/image.tsx'
import { rowAction } from './cart-row.tsx'

interface SavedLinesProps {
  headingRef: Ref<HTMLHeadingElement>
  onRestored(line: CartLine): void
}

/** What the shopper has put aside, with a way back into the cart. */
export function SavedLines({ headingRef, onRestored }: SavedLinesProps) {
  const lines = useSavedLines() ?? []
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="saved-for-later" className="mt-10">
      <h2 id="saved-for-later" ref={headingRef} tabIndex={-1} className="font-display text-2xl outline-none">
        Saved for later
      </h2>
      <ul className="mt-4 border-b border-line">
        {lines.map((line) => (
          <SavedRow key={line.variantid} line={line} onRestored={() => onRestored(line)} />
        ))}
      </ul>
    </section>
  )
}

function SavedRow({ line, onRestored }: { line: CartLine; onRestored: () => void }) {
  const shop = useShop()
  const { mutate } = useCartChange()
  const { productid, variantid, productname, options, image, productprice, notices } = line
  const isSold = !notices.includes('gone')
  const isOrderable = isSold && !notices.includes('sold_out')
  const name = [productname, ...Object.values(options)].join(', ')
  return (
    <li className="grid grid-cols-[min(4rem,20vw)_minmax(0,1fr)] gap-x-4 border-t border-line py-4">
      <div className="aspect-square self-start rounded-xs bg-ground">
        {image && <ProductImage image={image} sizes="64px" alt="" className="size-full rounded-xs" />}
      </div>
      <div className="min-w-0">
        <p className="leading-snug wrap-anywhere">
          {isSold ? (
            <a href={links.product(productid)} className="underline-offset-4 hover:underline">
              {name}
            </a>
          ) : (
            name
          )}
        </p>
        <p className="text-sm text-quiet tabular">
          {isOrderable ? money(productprice, shop) : isSold ? 'Sold out' : 'No longer available'}
        </p>
        <form method="post" action={links.cart()} className="flex flex-wrap gap-x-4">
          <input type="hidden" name="variant" value={variantid} />
          {isOrderable && (
            <button
              name="do"
              value="restore"
              aria-label={`Move to cart: ${name}`}
              className={rowAction}
              onClick={(event) => {
                event.preventDefault()
                mutate({ kind: 'restore', line })
                onRestored()
              }}
            >
              Move to cart
            </button>
          )}
          <button
            name="do"
            value="discard"
            aria-label={`Remove ${name} from saved items`}
            className={rowAction}
            onClick={(event) => {
              event.preventDefault()
              mutate({ kind: 'discard', line })
            }}
          >
            Remove
          </button>
        </form>
      </div>
    </li>
  )
}
