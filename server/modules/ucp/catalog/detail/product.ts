import { listProductRecords, type ProductRecord, type VariantRecord } from '#server/modules/catalog/index.ts'
import { notFound } from '../../errors.ts'
import { operation } from '../../operation.ts'
import { narrow, narrowingOf } from '../filter.ts'
import { productInput } from '../input.ts'
import { placeOf, productBody, variantBody } from '../product-body.ts'
import { resolve } from '../resolve.ts'
import { choicesOf, effectiveChoices, hasAll, signalsOf, type Choice } from './selection.rules.ts'

export const getProduct = operation({
  tool: 'get_product',
  description:
    'Shows one product with the variants that match the selected options, and which other values are available. The id is that of a product or of a variant.',
  method: 'POST',
  path: '/catalog/product',
  capability: 'dev.ucp.shopping.catalog.lookup',
  argument: 'catalog',
  input: productInput,
  async run({ id, selected = [], preferences = [], filters, context: hints }, call) {
    const { db, shop } = call.context
    const named = (await resolve(db, shop.shopId, [id])).get(id)
    const [record] = named ? await listProductRecords(db, shop.shopId, [named.productId]) : []
    if (!named || !record) throw notFound('There is no product with this id.')
    const narrowing = narrowingOf(filters, hints, shop.currency)
    const variants = narrow(record, narrowing)
    const wanted = { variantId: named.variantId, selected, preferences }
    const chosen = choose(record, variants, wanted)
    const shown = chosen ? variants.filter((variant) => hasAll(variant, chosen)) : []
    if (!chosen || shown.length === 0) throw notFound('No variant of this product passes the filters.')
    const place = placeOf(call)
    const bodies = shown.map((variant) => variantBody(variant, record, place))
    const parts = {
      variants: bodies,
      options: optionsBody(record, chosen),
      images: record.images,
      formatted: true,
    }
    return {
      body: {
        product: {
          ...productBody(record, parts, place),
          ...(record.options.length > 0 && { selected: chosen }),
        },
        ...(narrowing.messages.length > 0 && { messages: narrowing.messages }),
      },
    }
  },
})

interface Wanted {
  variantId: number | null
  selected: readonly Choice[]
  preferences: readonly string[]
}

/**
 * The choices that hold: those of the variant that was asked for, or what remains of the caller's, or those of the featured
 * variant. Undefined if there is no such variant.
 */
function choose(
  { options }: ProductRecord,
  variants: readonly VariantRecord[],
  { variantId, selected, preferences }: Wanted,
): Choice[] | undefined {
  if (variantId === null && selected.length > 0)
    return effectiveChoices(options, variants, selected, preferences)
  const variant = variantId === null ? variants[0] : variants.find(({ id }) => id === variantId)
  return variant && choicesOf(variant, options)
}

function optionsBody({ options, variants }: ProductRecord, chosen: readonly Choice[]): object[] {
  const choosable = variants.map((variant) => ({
    options: variant.options,
    canOrder: variant.availability !== 'sold-out',
  }))
  return signalsOf(options, choosable, chosen).filter(({ values }) => values.length > 0)
}
