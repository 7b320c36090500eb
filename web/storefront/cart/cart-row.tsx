import { usePageQuery } from '#web/data/page.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import { links } from '#contract/links.ts'
import { useCartChange } from '#web/data/cart/cart.ts'
import { errorMessage } from '#web/lib/api.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { ProductImage } from '#web/ui/image.tsx'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import { cartWithCoupon, readCouponCode } from './coupon-code.ts'
import { lineNotices } from './line-notices.ts'

/** Joins quick changes of the quantity into one request. */
const CHANGE_DELAY_MS = 400

/** The look of the small actions of a line. */
export const rowAction =
  'min-h-11 cursor-pointer text-sm text-quiet underline-offset-4 hover:text-ink hover:underline'

interface CartRowProps {
  line: CartLine
  onRemove: () => void
  onSave: () => void
  onChanged: (quantity: number) => void
}

/** One line of the cart with its quantity, its total and its notices. */
export function CartRow({ line, onRemove, onSave, onChanged }: CartRowProps) {
  const shop = useShop()
  const { mutate, error } = useCartChange()
  const coupon = readCouponCode(usePageQuery())
  const { productid, variantid, productname, options, image } = line
  const { quantity, productprice, regularprice, stock, notices } = line
  const isUnavailable = notices.includes('gone')
  const isOrderable = !isUnavailable && !notices.includes('sold_out')
  const name = [productname, ...Object.values(options)].join(', ')
  return (
    <li
      data-product={productid}
      className="grid grid-cols-[min(6rem,30vw)_minmax(0,1fr)] gap-x-4 border-t border-line py-6 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:gap-x-6"
    >
      <div className="aspect-square rounded-xs bg-ground">
        {image && (
          <ProductImage
            image={image}
            sizes="(min-width: 640px) 128px, 96px"
            alt=""
            className={`size-full rounded-xs ${isOrderable ? '' : 'opacity-50'}`}
          />
        )}
      </div>
      <div className="min-w-0">
        <p className="text-lg leading-snug wrap-anywhere">
          {isUnavailable ? (
            productname
          ) : (
            <a href={links.product(productid)} className="underline-offset-4 hover:underline">
              {productname}
            </a>
          )}
        </p>
        {Object.entries(options).map(([option, value]) => (
          <p key={option} className="mt-1 text-sm text-quiet">
            {option}: {value}
          </p>
        ))}
        <p className="mt-1 text-quiet tabular">
          {money(productprice, shop)}
          {regularprice > productprice && (
            <s className="ml-2">
              <span className="sr-only">was </span>
              {money(regularprice, shop)}
            </s>
          )}
        </p>
        <ul className="text-sm font-medium">
          {lineNotices(line, shop).map((notice) => (
            <li key={notice} className="mt-2 text-warning">
              {notice}
            </li>
          ))}
        </ul>
        {error && <p className="mt-2 text-sm text-danger">{errorMessage(error)}</p>}
        <form
          method="post"
          action={cartWithCoupon(coupon)}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-4"
        >
          <input type="hidden" name="product" value={productid} />
          {variantid > 0 && <input type="hidden" name="variant" value={variantid} />}
          {isOrderable && (
            <QuantityBox
              itemName={name}
              value={quantity}
              max={Math.max(stock, 1)}
              delayMs={CHANGE_DELAY_MS}
              onChange={(newQuantity) => {
                mutate({ kind: 'set', line, quantity: newQuantity })
                onChanged(newQuantity)
              }}
            />
          )}
          {isOrderable && (
            <button name="do" value="set" data-send-step className={`hidden noscript:block ${rowAction}`}>
              Update<span className="sr-only"> quantity of {name}</span>
            </button>
          )}
          <p className="flex gap-x-4 max-sm:basis-full">
            <button
              name="do"
              value="remove"
              aria-label={`Remove ${name}`}
              onClick={(event) => {
                event.preventDefault()
                mutate({ kind: 'remove', line })
                onRemove()
              }}
              className={rowAction}
            >
              Remove
            </button>
            <button
              name="do"
              value="save"
              aria-label={`Save for later: ${name}`}
              onClick={(event) => {
                event.preventDefault()
                mutate({ kind: 'save', line })
                onSave()
              }}
              className={rowAction}
            >
              Save for later
            </button>
          </p>
        </form>
      </div>
      <p className="col-start-2 mt-3 text-lg font-medium tabular sm:col-start-3 sm:mt-0 sm:text-right">
        <span className="sr-only">Line total: </span>
        {isOrderable ? money(line.linetotal, shop) : '–'}
      </p>
    </li>
  )
}
