import type { BulkResult } from '#contract/catalog/admin/product.ts'
import { useShop } from '#web/data/shop.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'
import { wallTimeText } from '#web/lib/format/zoned-time.ts'
import { statusLabels } from '../status-labels.ts'

/** The preview of a bulk edit: how each product will change. */
export function BulkPreview({ result }: { result: BulkResult }) {
  const shop = useShop()
  const { changed, unchanged, changes, more } = result
  return (
    <>
      <p role="status">
        {changed.toLocaleString(shop.locale)} {changed === 1 ? 'product' : 'products'} will change
        {unchanged > 0 && `, ${unchanged.toLocaleString(shop.locale)} unchanged`}.
      </p>
      {changes.length > 0 && (
        <div
          role="region"
          aria-label="Changes"
          // Makes the region scrollable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mt-4 max-h-[50vh] overflow-y-auto rounded-xs border border-line"
        >
          <ul>
            {changes.map(({ productid, productname, before, after }) => (
              <li key={productid} className="border-b border-line px-4 py-2 last:border-0">
                <p className="font-medium wrap-anywhere">{productname}</p>
                <ul>
                  {changedFields(before, after, shop).map(({ name, from, to }) => (
                    <li key={name} className="text-sm tabular wrap-anywhere">
                      <span className="text-quiet">{name}: </span>
                      <s className="text-quiet">{from}</s>
                      <span aria-hidden="true"> → </span>
                      <span className="sr-only"> becomes </span>
                      {to}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      )}
      {more > 0 && <p className="mt-2 text-sm text-quiet">And {more.toLocaleString(shop.locale)} more.</p>}
    </>
  )
}

type State = BulkResult['changes'][number]['after']

/** The fields of a product that a bulk edit changes, as texts. */
function changedFields(before: State, after: State, shop: MoneyFormat & { timeZone: string }) {
  const range = ({ pricefrom, priceto }: State) => {
    if (pricefrom === undefined) return undefined
    return priceto === undefined || priceto === pricefrom
      ? money(pricefrom, shop)
      : `${money(pricefrom, shop)} – ${money(priceto, shop)}`
  }
  const timeOf = (at: string | null | undefined) =>
    at === undefined ? undefined : wallTimeText(at, shop.timeZone) || 'None'
  const fields: [string, (state: State) => string | undefined][] = [
    ['Price', range],
    ['Category', (state) => state.productcategoryname],
    [
      'Subcategory',
      ({ subcategoryname }) => (subcategoryname === undefined ? undefined : (subcategoryname ?? 'None')),
    ],
    ['Offer', ({ productoffer }) => (productoffer === undefined ? undefined : `${productoffer}%`)],
    [
      'Lowest sale price',
      ({ salefrom }) =>
        salefrom === undefined ? undefined : salefrom === null ? 'None' : money(salefrom, shop),
    ],
    ['Sale starts', ({ sale_starts_at: at }) => timeOf(at)],
    ['Sale ends', ({ sale_ends_at: at }) => timeOf(at)],
    ['GST', ({ productgst }) => (productgst === undefined ? undefined : `${productgst}%`)],
    ['Tax class', ({ taxclass }) => (taxclass === undefined ? undefined : (taxclass ?? 'None'))],
    ['Commodity code', ({ hsn }) => (hsn === undefined ? undefined : hsn || 'None')],
    ['Status', ({ status }) => status && statusLabels[status]],
    ['New', ({ is_new: isNew }) => (isNew === undefined ? undefined : isNew ? 'New' : 'Not new')],
  ]
  return fields.flatMap(([name, textOf]) => {
    const [from, to] = [textOf(before), textOf(after)]
    return to === undefined || from === to ? [] : { name, from: from ?? '', to }
  })
}
