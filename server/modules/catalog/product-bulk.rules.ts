import type { BulkChange, BulkResult } from '#contract/admin-product.ts'
import { AppError } from '#server/http/errors.ts'
import { toMajor, toMinor } from '#server/modules/pricing/index.ts'
import { dearest, type ProductStatus, type VariantState } from './product.rules.ts'

/** What a bulk change can change of a product, in the form of the write functions. */
export interface BulkState {
  categoryId: number
  subcategoryId: number | null
  offer: number
  status: ProductStatus
  isNew: boolean
  /** Absent where prices are not meant. */
  variants?: VariantState[]
}

export interface Selected {
  id: number
  name: string
  state: BulkState
}

export interface Changed extends Selected {
  after: BulkState
}

/** The products that the change changes, with what they become. AppError 400 names one that it would make too dear. */
export function applyBulk(selected: readonly Selected[], change: BulkChange, currency: string): Changed[] {
  const priced = priceRule(change, currency)
  return selected.flatMap((product) => {
    const { state } = product
    const after: BulkState = {
      ...state,
      ...placeAfter(state, change),
      offer: change.productoffer === undefined ? state.offer : Math.round(change.productoffer * 100),
      status: change.status ?? state.status,
      isNew: change.is_new ?? state.isNew,
      ...(state.variants && {
        variants: state.variants.map((variant) => {
          const price = priced(variant.price)
          if (price > dearest) throw tooDear(product)
          return { ...variant, price }
        }),
      }),
    }
    return isSame(state, after) ? [] : { ...product, after }
  })
}

/** In another category a product has no subcategory but the one that is given. */
function placeAfter(state: BulkState, { productcategoryid, productsubcategoryid }: BulkChange) {
  const categoryId = productcategoryid ?? state.categoryId
  const kept = categoryId === state.categoryId ? state.subcategoryId : null
  return { categoryId, subcategoryId: productsubcategoryid === undefined ? kept : productsubcategoryid }
}

/** What a price in minor units becomes: rounded half up, never below 0. */
function priceRule({ price }: BulkChange, currency: string): (minor: number) => number {
  if (!price) return (minor) => minor
  const { by, value } = price
  if (by === 'amount') {
    const added = toMinor(value, currency)
    return (minor) => Math.max(0, minor + added)
  }
  // Hundredths of a percent; in integers that do not lose digits.
  const share = 10_000n + BigInt(Math.round(value * 100))
  return (minor) => Number((BigInt(minor) * share + 5_000n) / 10_000n)
}

function isSame(before: BulkState, after: BulkState): boolean {
  const { variants: pricesBefore = [], ...fieldsBefore } = before
  const { variants: pricesAfter = [], ...fieldsAfter } = after
  return (
    Object.entries(fieldsBefore).every(([name, value]) => fieldsAfter[name as never] === value) &&
    pricesBefore.every(({ price }, i) => price === pricesAfter[i]?.price)
  )
}

function tooDear({ id, name }: Selected): AppError {
  const message = `${name} would cost more than any product can`
  return new AppError(400, 'invalid_input', message, [{ path: `product.${id}`, message }])
}

/** Names of categories and subcategories, by their ids. */
export interface PlaceNames {
  categories: ReadonlyMap<number, string>
  subcategories: ReadonlyMap<number, string>
}

/** A change as the preview tells it: what differs, in the terms of the wire. */
export function describeChange(
  { id, name, state, after }: Changed,
  names: PlaceNames,
  currency: string,
): BulkResult['changes'][number] {
  const shown = (of: BulkState) => {
    const prices = of.variants?.map(({ price }) => toMajor(price, currency))
    return {
      ...(prices && { pricefrom: Math.min(...prices), priceto: Math.max(...prices) }),
      productcategoryname: names.categories.get(of.categoryId) ?? '',
      subcategoryname: of.subcategoryId === null ? null : (names.subcategories.get(of.subcategoryId) ?? null),
      productoffer: of.offer / 100,
      status: of.status,
      is_new: of.isNew ? (1 as const) : (0 as const),
    }
  }
  const [from, to] = [shown(state), shown(after)]
  const differs = (field: string) => from[field as 'status'] !== to[field as 'status']
  const only = (of: typeof from) => Object.fromEntries(Object.entries(of).filter(([field]) => differs(field)))
  return { productid: id, productname: name, before: only(from), after: only(to) }
}
