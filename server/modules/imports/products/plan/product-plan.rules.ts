import { isDeepStrictEqual } from 'node:util'
import {
  findIssues,
  normalizeProduct,
  optionsKey,
  variantState,
  type ProductChanges,
  type ProductState,
  type VariantInput,
} from '#server/modules/catalog/index.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import type { ImportedProduct, ImportedVariant } from '../imported-product.ts'
import { describeField, describeNew, unknownTaxClass, labelOf, stockChanges } from './describe-plan.ts'
import { planCustomValues } from './custom-values.rules.ts'
import { DEFAULT_CATEGORY, type Lookups, type ProductPlan, type StoredProduct } from './product-plan.ts'
import { refusedAmount } from './refused-amount.rules.ts'
import { warningsOf } from './warnings.rules.ts'

interface PlanContext {
  lookups: Lookups
  /** ISO 4217 */
  currency: string
}

/** Stands for a category, subcategory or specification that the import will create. */
const TO_CREATE = -1
/** Otherwise such a product would be sold out without a word. */
const noUnits = 'The file has no number of units. Enter the stock after the import.'

/**
 * Decides what an import does with a product; `stored` is the shop's product with the same handle or SKU. Only values of
 * the file change, and nothing is removed.
 */
export function planProduct(
  imported: ImportedProduct,
  stored: StoredProduct | undefined,
  context: PlanContext,
): ProductPlan {
  const { problems } = imported
  const notes = [...imported.notes]
  const refused = (reason: string): ProductPlan => ({
    outcome: 'refuse',
    reason,
    changes: [],
    warnings: [],
    notes,
  })
  const [problem] = problems
  if (problem !== undefined) return refused(problem)
  if (!stored && !imported.name) return refused('A new product needs a name')
  const names = [imported.category, imported.subcategory, ...imported.specifications.map(({ name }) => name)]
  const long = names.find((name) => (name ?? '').length > 200)
  if (long !== undefined) return refused(`“${long.slice(0, 40)}…” has more than 200 characters`)
  const same = sameOptions(imported)
  if (same) return refused(`Two variants have the same options, “${same.join('” and “')}”`)
  const unknownClass = unknownTaxClass(imported, context)
  if (unknownClass) return refused(unknownClass)
  const custom = planCustomValues(imported, stored, context)
  if (typeof custom === 'string') return refused(custom)
  const variants = variantsOf({ ...imported, notes }, stored, context.currency)
  if (typeof variants === 'string') return refused(variants)
  const write = changesOf(imported, stored, variants, context)
  const wanted = normalizeProduct({ ...(stored?.state ?? newProduct), ...write })
  const [issue] = findIssues(wanted)
  if (issue) return refused(issue.message)
  if (variants.some(({ id, tracked, stock }) => id === undefined && tracked && stock === undefined))
    notes.push(noUnits)
  const unknown = imported.images.filter(({ url }) => !context.lookups.files.has(url)).length
  if (!stored) {
    const changes = describeNew(imported, variants, context)
    return {
      outcome: 'create',
      changes: [...changes, ...custom.changes],
      warnings: warningsOf(imported, variants, undefined),
      notes,
      write,
      custom: custom.values,
    }
  }
  const stock = stockChanges(variants, stored)
  const changed = changedFields(stored.state, wanted)
  if (changed.length === 0 && stock.length === 0 && unknown === 0 && custom.changes.length === 0) {
    return { outcome: 'unchanged', changes: [], warnings: [], notes }
  }
  const changes = [
    ...changed.flatMap((field) => describeField(field, stored.state, wanted as ProductState, context)),
    ...stock,
    ...custom.changes,
    ...(unknown > 0 ? [{ field: 'Images', before: '', after: `${unknown} to download` }] : []),
  ]
  return {
    outcome: 'update',
    changes,
    warnings: warningsOf(imported, variants, stored),
    notes,
    write,
    custom: custom.values,
  }
}

const newProduct = { name: '', categoryId: TO_CREATE, variants: [] }

/** Two variants that a shopper could not tell apart, because capitals and spaces make no difference. */
function sameOptions({ variants, options }: ImportedProduct): [string, string] | undefined {
  const known = new Map<string, string>()
  for (const variant of options.length === 0 ? [] : variants) {
    const name = Object.values(variant.options).join(' / ')
    const key = optionsKey(variant).toLowerCase()
    const before = known.get(key)
    if (before !== undefined) return [before, name]
    known.set(key, name)
  }
  return undefined
}

/** The stored variants with the values of the file, then the new ones; or why that is impossible. */
function variantsOf(
  { variants: imported, options, notes }: ImportedProduct,
  stored: StoredProduct | undefined,
  currency: string,
): VariantInput[] | string {
  const known = stored?.state.variants ?? []
  const result: VariantInput[] = known.map((variant) => ({ ...variant }))
  const taken = new Set<number>()
  for (const variant of imported) {
    const price = variant.price === undefined ? undefined : toMinor(variant.price, currency)
    const refusal = refusedAmount(variant, currency)
    if (refusal !== undefined) return refusal
    const identity = identityOf(variant, currency)
    const index = indexOf(variant, known, options.length)
    const before = index < 0 ? undefined : result[index]
    if (index >= 0 && taken.has(index)) return `Two rows describe the same variant${labelOf(variant.options)}`
    if (before) {
      taken.add(index)
      result[index] = {
        ...before,
        options: options.length > 0 ? variant.options : (before.options ?? {}),
        sku: variant.sku ?? before.sku ?? null,
        price: price ?? before.price,
        ...identity,
        ...stockOf(variant, notes, { before, stored }),
      }
      continue
    }
    if (price === undefined) return `Enter a price${labelOf(variant.options)}`
    result.push({
      options: variant.options,
      sku: variant.sku ?? null,
      price,
      ...identity,
      ...stockOf(variant, notes),
    })
  }
  return result
}

/** The numbers, and in minor units the sale price and the cost, that the file names. */
function identityOf({ barcode, mpn, shelf, cost, salePrice }: ImportedVariant, currency: string) {
  return {
    ...(salePrice !== undefined && { salePrice: salePrice === null ? null : toMinor(salePrice, currency) }),
    ...(barcode !== undefined && { barcode }),
    ...(mpn !== undefined && { mpn }),
    ...(shelf !== undefined && { shelf }),
    ...(cost !== undefined && { cost: toMinor(cost, currency) }),
  }
}

/**
 * How the stock of a variant is counted, and its units. Units of a stock that is not counted, or that is right already, are left
 * out. Only a variant that is sold when it is sold out begins below 0.
 */
function stockOf(
  { tracked, sellWhenSoldOut, stock, options }: ImportedVariant,
  notes: string[],
  { before, stored }: { before?: VariantInput; stored?: StoredProduct | undefined } = {},
): Pick<VariantInput, 'tracked' | 'sellWhenSoldOut' | 'stock'> {
  const counting = {
    tracked: tracked ?? before?.tracked ?? true,
    sellWhenSoldOut: sellWhenSoldOut ?? before?.sellWhenSoldOut ?? false,
  }
  const isKnown = before?.id !== undefined && stored?.available.get(before.id) === stock
  if (stock === undefined || !counting.tracked || isKnown) return counting
  if (stock >= 0 || counting.sellWhenSoldOut) return { ...counting, stock }
  notes.push(`Orders took ${-stock} more than there was. The stock comes in as 0${labelOf(options)}.`)
  return { ...counting, stock: 0 }
}

/** By SKU, else by options; the only variant of a simple product is itself. */
function indexOf(variant: ImportedVariant, known: ProductState['variants'], options: number): number {
  const bySku = variant.sku === undefined ? -1 : known.findIndex(({ sku }) => sku === variant.sku)
  if (bySku >= 0) return bySku
  if (options === 0) return known.length === 1 ? 0 : -1
  return known.findIndex((one) => optionsKey(one) === optionsKey(variant))
}

function changesOf(
  imported: ImportedProduct,
  stored: StoredProduct | undefined,
  variants: VariantInput[],
  { lookups }: PlanContext,
): ProductChanges {
  const state = stored?.state
  const categoryName = imported.category ?? (state ? undefined : DEFAULT_CATEGORY)
  const categoryId =
    categoryName === undefined
      ? state?.categoryId
      : (lookups.categories.get(categoryName.toLowerCase()) ?? TO_CREATE)
  const moves = state !== undefined && categoryId !== state.categoryId
  const subcategoryId =
    imported.subcategory === undefined
      ? moves
        ? null
        : undefined
      : (lookups.subcategories.get(`${categoryId} ${imported.subcategory.toLowerCase()}`) ?? TO_CREATE)
  const images = imagesOf(imported, state, lookups)
  const shown = new Set(images.map(({ file }) => file))
  const imageOf = new Map(
    imported.variants.flatMap((variant) => {
      const file = variant.image === undefined ? undefined : lookups.files.get(variant.image)
      return file !== undefined && shown.has(file)
        ? [[variant.sku ?? optionsKey(variant), file] as const]
        : []
    }),
  )
  const changes: { [Field in keyof ProductChanges]?: ProductChanges[Field] | undefined } = {
    name: imported.name,
    description: imported.description,
    categoryId,
    subcategoryId,
    status: imported.status,
    isNew: imported.isNew,
    offer: imported.offer,
    saleStartsAt: imported.saleStartsAt,
    saleEndsAt: imported.saleEndsAt,
    gst: imported.gst,
    taxClass: imported.taxClass && lookups.taxClasses.get(imported.taxClass.toLowerCase()),
    hsn: imported.hsn,
    brand: imported.brand,
    origin: imported.origin,
    weight: imported.weight,
    options: imported.options.length > 0 ? imported.options : undefined,
    variants: variants.map((variant) => ({
      ...variant,
      image:
        imageOf.get(variant.sku ?? '') ??
        imageOf.get(optionsKey({ options: variant.options ?? {} })) ??
        variant.image ??
        null,
    })),
    images,
    specifications: specificationsOf(imported, state, lookups),
    searchTitle: imported.searchTitle,
    searchDescription: imported.searchDescription,
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** The images of the file in its order, then those that the product has besides. */
function imagesOf(imported: ImportedProduct, state: ProductState | undefined, { files }: Lookups) {
  const stored = new Map((state?.images ?? []).map((image) => [image.file, image]))
  const named = imported.images.flatMap(({ url, alt }) => {
    const file = files.get(url)
    const before = stored.get(file ?? '')
    return file ? [{ ...before, file, alt: alt.slice(0, 250) || (before?.alt ?? '') }] : []
  })
  const images = [...named, ...stored.values()].reverse()
  return [...new Map(images.map((one) => [one.file, one])).values()].reverse()
}

/** The specifications of the product with those of the file. */
function specificationsOf(
  imported: ImportedProduct,
  state: ProductState | undefined,
  { specifications }: Lookups,
) {
  const merged = new Map(
    (state?.specifications ?? []).map((pair) => [pair.specificationId, pair.description]),
  )
  let created = TO_CREATE
  for (const { name, description } of imported.specifications) {
    // Several may be new, and each needs a number of its own.
    merged.set(specifications.get(name.toLowerCase()) ?? created--, description)
  }
  return [...merged].map(([specificationId, description]) => ({ specificationId, description }))
}

/** The fields that differ, without the stock. */
function changedFields(
  state: ProductState,
  wanted: ReturnType<typeof normalizeProduct>,
): (keyof ProductState)[] {
  // A new variant has no id, and is a change in any case.
  const plain = wanted.variants.map((variant) => variantState({ ...variant, id: variant.id ?? 0 }))
  const after = { ...wanted, variants: plain }
  return (Object.keys(after) as (keyof typeof after)[]).filter(
    (field) => !isDeepStrictEqual(state[field], after[field]),
  )
}
