import { visibleText } from '#contract/visible-text.ts'
import { findProductPage, listProductRecords } from '#server/modules/catalog/index.ts'
import { ProtocolError, type UcpMessage } from '../errors.ts'
import { operation } from '../operation.ts'
import { cursorOf, MAX_OFFSET, offsetOf } from './cursor.ts'
import { narrowingOf } from './filter.ts'
import { searchInput } from './input.ts'
import { placeOf, productBody, variantBody } from './product-body.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100
/** The rest of a longer query is ignored, as in the shop's own search. */
const MAX_QUERY = 200
/** Of each product. */
const MAX_VARIANTS = 100
const MAX_IMAGES = 10

export const searchCatalog = operation({
  tool: 'search_catalog',
  description:
    'Searches the products of the shop by text, categories and price. Send a query, filters, or both. Prices are in minor units.',
  method: 'POST',
  path: '/catalog/search',
  capability: 'dev.ucp.shopping.catalog.search',
  argument: 'catalog',
  input: searchInput,
  async run({ query = '', filters, pagination = {}, context: hints }, call) {
    const { db, shop } = call.context
    const text = visibleText(query.slice(0, 10 * MAX_QUERY))
      .trim()
      .slice(0, MAX_QUERY)
      .toWellFormed()
    if (!text && Object.keys(filters ?? {}).length === 0)
      throw new ProtocolError(400, 'invalid_input', 'Send a query or at least one filter.')
    const { messages: notices, ...narrowing } = narrowingOf(filters, hints, shop.currency)
    const search = { text, ...narrowing }
    const offset = pagination.cursor === undefined ? 0 : offsetOf(pagination.cursor, search)
    const limit = Math.min(pagination.limit ?? DEFAULT_LIMIT, MAX_LIMIT)
    const { ids, total, correctedQuery } = await findProductPage(call.context, search, { offset, limit })
    const records = await listProductRecords(db, shop.shopId, ids)
    const place = placeOf(call)
    const next = offset + ids.length
    const hasNext = ids.length > 0 && next < total && next <= MAX_OFFSET
    const messages = [...notices, ...(ids.length > 0 ? correctionOf(correctedQuery) : [])]
    return {
      body: {
        products: records.map((record) => {
          const variants = record.variants.slice(0, MAX_VARIANTS)
          const images = record.images.slice(0, MAX_IMAGES)
          const bodies = variants.map((variant) => variantBody(variant, record, place))
          return productBody(record, { variants: bodies, images }, place)
        }),
        pagination: {
          has_next_page: hasNext,
          ...(hasNext && { cursor: cursorOf(next, search) }),
          total_count: total,
        },
        ...(messages.length > 0 && { messages }),
      },
    }
  },
})

const correctionOf = (corrected: string | undefined): UcpMessage[] =>
  corrected === undefined
    ? []
    : [{ type: 'info', code: 'query_corrected', content: `Showing results for ${corrected}.` }]
