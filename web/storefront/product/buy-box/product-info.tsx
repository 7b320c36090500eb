import type { ProductDetail, Variant } from '#contract/catalog/product.ts'
import { links } from '#contract/links.ts'
import type { Shop } from '#contract/shop/shop.ts'
import { availabilityOf } from '#web/data/availability.ts'
import { Stars } from '#web/ui/stars.tsx'
import { BuyBox } from './buy-box.tsx'
import { DeliveryPromise, type PageDelivery } from './delivery-promise.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { VariantLinks } from './variant-links.tsx'
import { VariantPicker } from './variant-picker.tsx'
import { useShop } from '#web/data/shop.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { money } from '#web/lib/format/money.ts'
import { addsTax } from '#web/storefront/adds-tax.ts'

interface ProductInfoProps {
  product: ProductDetail
  chosen: Variant | undefined
  choose: (variant: Variant) => void
  delivery: PageDelivery
  /** The refused form, if the browser has sent it by itself. */
  refused: RefusedForm | undefined
}

/** The column beside the images: name, price, options, stock and delivery. */
export function ProductInfo({ product, chosen, choose, delivery, refused }: ProductInfoProps) {
  const { variants } = product
  return (
    <div className="md:sticky md:top-[calc(var(--spacing-bar)+2rem)] md:self-start">
      <p className="mb-2 text-sm wrap-break-word text-quiet empty:hidden">
        {[product.brand, product.is_new === 1 && 'New'].filter(Boolean).join(' · ')}
      </p>
      <h1 tabIndex={-1} className="font-display text-display text-balance wrap-break-word">
        {product.productname}
      </h1>
      {product.rating !== null && (
        <p className="mt-3 text-quiet">
          <Stars rating={product.rating} count={product.ratings} />
        </p>
      )}
      <div aria-live="polite" aria-atomic="true" className="mt-4">
        <ProductPrice product={product} chosen={chosen} />
        <StockStatus variant={chosen} />
      </div>
      <DeliveryPromise product={product} chosen={chosen} delivery={delivery} />
      <BuyBox product={product} chosen={chosen} refused={refused}>
        {chosen && variants.length > 1 && (
          <>
            <VariantPicker product={product} chosen={chosen} choose={choose} />
            <noscript>
              <VariantLinks variants={variants} chosen={chosen} />
            </noscript>
            {product.sizeguide !== null && (
              <a
                href={links.page(product.sizeguide)}
                className="mt-3 inline-flex min-h-11 items-center text-sm underline underline-offset-4"
              >
                Size guide
              </a>
            )}
          </>
        )}
      </BuyBox>
      <DeliveryFacts />
    </div>
  )
}

/** The price of the chosen variant, with the regular price if an offer lowers it. */
function ProductPrice({ product, chosen }: { product: ProductDetail; chosen: Variant | undefined }) {
  const shop = useShop()
  const {
    saleprice: now,
    price: regularPrice,
    percentoff,
  } = chosen ?? { ...product, price: product.productprice }
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl tabular">
        <span>{money(now, shop)}</span>
        {now < regularPrice && (
          <>
            <s className="text-lg text-quiet">
              <span className="sr-only">was </span>
              {money(regularPrice, shop)}
            </s>
            <span className="rounded-xs bg-ground px-2 py-0.5 text-sm font-medium">{percentoff}% off</span>
          </>
        )}
      </p>
      {product.taxed && (
        <p className="mt-1 text-sm text-quiet">
          {addsTax(shop, product)
            ? `Plus ${taxOf(product, shop)}, added at checkout`
            : `Incl. ${taxOf(product, shop)}`}
        </p>
      )}
    </>
  )
}

/** The rate of a tax class depends on the destination and the day, so only a product's own percentage is shown. */
const taxOf = ({ productgst }: ProductDetail, { taxName }: Pick<Shop, 'taxName'>) =>
  productgst > 0 ? `${productgst}% ${taxName}` : taxName

const LOW_STOCK = 5

/** The stock as text with a coloured dot. */
function StockStatus({ variant }: { variant: Variant | undefined }) {
  const [label, color] = statusOf(variant)
  return (
    <p className={`mt-4 flex items-center gap-2 font-medium ${color}`}>
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      {label}
    </p>
  )
}

function statusOf(variant: Variant | undefined): [label: string, color: string] {
  const availability = variant ? availabilityOf(variant) : 'sold-out'
  if (availability === 'sold-out') return ['Sold out', 'text-danger']
  if (availability === 'backorder') return ['Available on backorder', 'text-warning']
  const { stock = null, sellwhensoldout = false } = variant ?? {}
  if (stock === null || stock > LOW_STOCK) return ['In stock', 'text-success']
  return [sellwhensoldout ? `${stock} in stock, more on backorder` : `Only ${stock} left`, 'text-warning']
}
