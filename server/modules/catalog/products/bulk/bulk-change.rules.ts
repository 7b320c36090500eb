import type { BulkChange, BulkResult } from '#contract/catalog/admin/product.ts'
import { AppError } from '#server/http/errors.ts'
import { enteredToMinor, MAX_PRICE, offerPrice, toMajor } from '#server/modules/pricing/index.ts'
import type { ProductStatus, VariantState } from '../editing/product.rules.ts'

/** The fields of a product that a bulk change can write, with the names of the write functions. */
export interface BulkState {
  categoryId: number
  subcategoryId: number | null
  offer: number
  saleStartsAt: string | null
  saleEndsAt: string | null
  status: ProductStatus
  isNew: boolean
  /** Basis points; 0 with a tax class. */
  gst: number
  taxClass: string | null
  hsn: string
  /** Only for a change of prices and sale prices. */
  variants?: VariantState[]
}

export interface SelectedProduct {
  id: number
  name: string
  state: BulkState
}

export interface ProductChange extends SelectedProduct {
  after: BulkState
}

/** The products that differ after the change, with their new state. AppError 400 for a price above the maximum. */
export function applyBulk(
  selected: readonly SelectedProduct[],
  change: BulkChange,
  currency: string,
): ProductChange[] {
  const newPrice = priceRule(change, currency)
  const { sale } = change
  return selected.flatMap((product) => {
    const { state } = product
    const after: BulkState = {
      ...state,
      ...categoryAfter(state, change),
      offer: change.productoffer === undefined ? state.offer : Math.round(change.productoffer * 100),
      ...(sale && {
        saleStartsAt: sale.starts_at?.toISOString() ?? null,
        saleEndsAt: sale.ends_at?.toISOString() ?? null,
      }),
      status: change.status ?? state.status,
      isNew: change.is_new ?? state.isNew,
      gst: change.taxclass ? 0 : state.gst,
      taxClass: change.taxclass === undefined ? state.taxClass : change.taxclass || null,
      hsn: change.hsn ?? state.hsn,
      ...(state.variants && {
        variants: state.variants.map((variant) => {
          const price = newPrice(variant.price)
          if (price > MAX_PRICE) throw priceTooHigh(product)
          return { ...variant, price, ...(sale && { salePrice: salePriceOf(price, sale) }) }
        }),
      }),
    }
    return isSame(state, after) ? [] : { ...product, after }
  })
}

const WHOLE_PRICE = 10_000

/** Whether a price of the product becomes 0 that was not: by the change, by a sale or by an offer. */
export function becomesFree({ state, after }: ProductChange): boolean {
  if (after.offer === WHOLE_PRICE && state.offer !== WHOLE_PRICE) return true
  const { variants: before = [] } = state
  return (after.variants ?? []).some(
    ({ price, salePrice }, i) =>
      (price === 0 && before[i]?.price !== 0) || (salePrice === 0 && before[i]?.salePrice !== 0),
  )
}

/** AppError 409 `becomes_free` with the number of products that would be sold for nothing, and the first of them. */
export function requirePriced(changes: readonly ProductChange[]): void {
  const free = changes.filter(becomesFree)
  const [first] = free
  if (!first) return
  const others = free.length === 1 ? '' : ` and ${free.length - 1} more`
  const message = `A price of ${first.name}${others} would become 0. Confirm that, or choose a smaller change.`
  throw new AppError(409, 'becomes_free', message, [{ path: 'allowfree', message }])
}

/** A change of category clears the subcategory, unless the change sets one. */
function categoryAfter(state: BulkState, { productcategoryid, productsubcategoryid }: BulkChange) {
  const categoryId = productcategoryid ?? state.categoryId
  const current = categoryId === state.categoryId ? state.subcategoryId : null
  return { categoryId, subcategoryId: productsubcategoryid === undefined ? current : productsubcategoryid }
}

/** The new price for a price in minor units: rounded half up, never below 0. */
function priceRule({ price }: BulkChange, currency: string): (minor: number) => number {
  if (!price) return (minor) => minor
  const { by, value } = price
  if (by === 'amount') {
    const added = enteredToMinor(value, currency, 'change.price.value')
    return (minor) => Math.max(0, minor + added)
  }
  // Hundredths of a percent. BigInt, because the product may exceed safe integers.
  const factor = 10_000n + BigInt(Math.round(value * 100))
  return (minor) => Number((BigInt(minor) * factor + 5_000n) / 10_000n)
}

/** The sale price that is so many percent below a price in minor units, or none. */
const salePriceOf = (price: number, { percent }: NonNullable<BulkChange['sale']>) =>
  percent === null ? null : offerPrice(price, Math.round(percent * 100))

function isSame(before: BulkState, after: BulkState): boolean {
  const { variants: pricesBefore = [], ...fieldsBefore } = before
  const { variants: pricesAfter = [], ...fieldsAfter } = after
  return (
    Object.entries(fieldsBefore).every(([name, value]) => fieldsAfter[name as never] === value) &&
    pricesBefore.every(
      ({ price, salePrice }, i) => price === pricesAfter[i]?.price && salePrice === pricesAfter[i]?.salePrice,
    )
  )
}

function priceTooHigh({ id, name }: SelectedProduct): AppError {
  const message = `The new price of ${name} is too high`
  return new AppError(400, 'invalid_input', message, [{ path: `product.${id}`, message }])
}

/** Names of categories and subcategories by id. */
export interface CategoryNames {
  categories: ReadonlyMap<number, string>
  subcategories: ReadonlyMap<number, string>
}

/** A change for the preview: the fields that differ, in the form of the contract. */
export function describeChange(
  { id, name, state, after }: ProductChange,
  names: CategoryNames,
  currency: string,
): BulkResult['changes'][number] {
  const fieldsOf = (of: BulkState) => {
    const prices = of.variants?.map(({ price }) => toMajor(price, currency))
    const sales = of.variants?.flatMap(({ salePrice }) =>
      typeof salePrice === 'number' ? toMajor(salePrice, currency) : [],
    )
    return {
      ...(prices && { pricefrom: Math.min(...prices), priceto: Math.max(...prices) }),
      ...(sales && { salefrom: sales.length > 0 ? Math.min(...sales) : null }),
      sale_starts_at: of.saleStartsAt,
      sale_ends_at: of.saleEndsAt,
      productcategoryname: names.categories.get(of.categoryId) ?? '',
      subcategoryname: of.subcategoryId === null ? null : (names.subcategories.get(of.subcategoryId) ?? null),
      productoffer: of.offer / 100,
      status: of.status,
      is_new: of.isNew ? (1 as const) : (0 as const),
      productgst: of.gst / 100,
      taxclass: of.taxClass,
      hsn: of.hsn,
    }
  }
  const [from, to] = [fieldsOf(state), fieldsOf(after)]
  const differs = (field: string) => from[field as 'status'] !== to[field as 'status']
  const only = (of: typeof from) => Object.fromEntries(Object.entries(of).filter(([field]) => differs(field)))
  return { productid: id, productname: name, before: only(from), after: only(to) }
}
