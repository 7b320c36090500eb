import { useDescriptionPreview } from '#web/data/admin/catalog/products.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { ProductImage } from '#web/ui/image.tsx'
import { filled } from '../variants/combinations.ts'
import type { ProductDraft } from './product-draft.ts'

/** The product as a listing and its page will show it. */
export function ProductPreview({ draft }: { draft: ProductDraft }) {
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="card-preview">
        <h3 id="card-preview" className="mb-2 text-sm text-quiet">
          In listings
        </h3>
        <div className="w-48 max-w-full rounded-xs bg-card p-3">
          <MainImage draft={draft} />
          <p className="mt-3 line-clamp-2">{draft.productname || 'Product name'}</p>
          <Price draft={draft} from />
        </div>
      </section>
      <section aria-labelledby="page-preview">
        <h3 id="page-preview" className="mb-2 text-sm text-quiet">
          Product page
        </h3>
        <div className="rounded-xs bg-card p-4">
          <MainImage draft={draft} />
          {draft.is_new && <p className="mt-4 text-sm text-quiet">New</p>}
          <p className="mt-2 font-display text-2xl wrap-anywhere">{draft.productname || 'Product name'}</p>
          <Price draft={draft} />
          {filled(draft.options).map(({ key, name, values }) => (
            <div key={key} className="mt-4">
              <p className="text-sm text-quiet">{name || 'Option'}</p>
              <p className="mt-1 flex flex-wrap gap-2">
                {values.map((value) => (
                  <span
                    key={value.key}
                    className="rounded-xs border border-edge px-2 py-1 text-sm wrap-anywhere"
                  >
                    {value.text}
                  </span>
                ))}
              </p>
            </div>
          ))}
          <Description text={draft.productdescription} />
        </div>
      </section>
    </div>
  )
}

function MainImage({ draft: { images } }: { draft: ProductDraft }) {
  const first = images.find(({ file }) => file)
  if (!first?.file) {
    return <p className="grid aspect-square place-items-center bg-ground text-sm text-quiet">No image yet</p>
  }
  const { file, width = 1, height = 1 } = first
  return (
    <ProductImage
      image={{ file, width, height, alt: first.alt }}
      sizes="320px"
      className="aspect-square w-full rounded-xs"
    />
  )
}

function Price({ draft, from }: { draft: ProductDraft; from?: boolean }) {
  const shop = useShop()
  const prices = pricesOf(draft)
  if (!prices) return <p className="mt-1 text-sm text-quiet">No price yet</p>
  const { before, after, several } = prices
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 tabular">
      <span>
        {(from || several) && 'from '}
        {money(after, shop)}
      </span>
      {after < before && (
        <s className="text-quiet">
          <span className="sr-only">before: </span>
          {money(before, shop)}
        </s>
      )}
    </p>
  )
}

function Description({ text }: { text: string }) {
  const { data: html } = useDescriptionPreview(useDebounced(text, 400))
  if (!text.trim() || !html) return null
  // The server renders it and escapes all HTML in it.
  return <div className="prose mt-6 text-base!" dangerouslySetInnerHTML={{ __html: html }} />
}

/** The lowest price to pay now and the price of that variant, in major units; undefined without a price. */
function pricesOf({ productprice, productoffer, variants, ...draft }: ProductDraft) {
  const offer = Math.min(100, Math.max(0, Number(productoffer) || 0))
  const now = new Date().toISOString()
  const isSale =
    (!draft.sale_starts_at || draft.sale_starts_at <= now) &&
    (!draft.sale_ends_at || now < draft.sale_ends_at)
  const prices = variants
    .filter(({ offered }) => offered)
    .map(({ price: own, salePrice }) => ({ text: own || productprice, salePrice: salePrice.trim() }))
    .filter(({ text }) => text.trim() !== '' && Number(text) >= 0)
    .map(({ text, salePrice }) => {
      const before = Number(text)
      const offered = Math.round(before * (100 - offer)) / 100
      return { before, after: isSale && salePrice !== '' ? Math.min(offered, Number(salePrice)) : offered }
    })
  const [cheapest] = prices.toSorted((a, b) => a.after - b.after || a.before - b.before)
  return cheapest && { ...cheapest, several: new Set(prices.map(({ after }) => after)).size > 1 }
}
