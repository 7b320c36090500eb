import { listProductRecords, type ProductRecord } from '#server/modules/catalog/index.ts'
import { ProtocolError, type UcpMessage } from '../errors.ts'
import { operation } from '../operation.ts'
import { narrow, narrowingOf } from './filter.ts'
import { lookupInput } from './input.ts'
import { placeOf, productBody, variantBody } from './product-body.ts'
import { resolve, type Named } from './resolve.ts'

const MAX_IDS = 100
const MAX_IMAGES = 10
/** An unknown id comes back in its message, but not a whole document. */
const MAX_ECHO = 100

export const lookupCatalog = operation({
  tool: 'lookup_catalog',
  description:
    'Finds products and variants by their ids, SKUs or handles. Each variant says in `inputs` which of them found it.',
  method: 'POST',
  path: '/catalog/lookup',
  capability: 'dev.ucp.shopping.catalog.lookup',
  argument: 'catalog',
  input: lookupInput,
  async run({ ids, filters, context: hints }, call) {
    const { db, shop } = call.context
    const inputs = [...new Set(ids)]
    if (inputs.length > MAX_IDS)
      throw new ProtocolError(400, 'request_too_large', `Send at most ${MAX_IDS} ids.`)
    const named = await resolve(db, shop.shopId, inputs)
    const productIds = [...new Set([...named.values()].map(({ productId }) => productId))]
    const records = await listProductRecords(db, shop.shopId, productIds)
    const narrowing = narrowingOf(filters, hints, shop.currency)
    const place = placeOf(call)
    const messages = [...narrowing.messages, ...inputs.filter((text) => !named.has(text)).map(unknownId)]
    return {
      body: {
        products: records.flatMap((record) => {
          const found = correlate(record, narrow(record, narrowing), named)
          if (found.length === 0) return []
          const variants = found.map(({ variant, correlation }) => ({
            ...variantBody(variant, record, place),
            inputs: correlation,
          }))
          return productBody(record, { variants, images: record.images.slice(0, MAX_IMAGES) }, place)
        }),
        ...(messages.length > 0 && { messages }),
      },
    }
  },
})

/** The variants that inputs name, each with these inputs. A product's own names stand for its first variant. */
function correlate(
  { id }: ProductRecord,
  variants: ProductRecord['variants'],
  named: ReadonlyMap<string, Named>,
) {
  const own = [...named].filter(([, { productId }]) => productId === id)
  return variants.flatMap((variant, index) => {
    const correlation = own.flatMap(([text, { variantId }]) => {
      if (variantId === variant.id) return [{ id: text, match: 'exact' }]
      return variantId === null && index === 0 ? [{ id: text, match: 'featured' }] : []
    })
    return correlation.length > 0 ? [{ variant, correlation }] : []
  })
}

const unknownId = (text: string): UcpMessage => ({
  type: 'info',
  code: 'not_found',
  content: text.slice(0, MAX_ECHO).toWellFormed(),
})
