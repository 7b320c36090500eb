import type { BulkResult } from '#contract/admin-product.ts'
import { money, type MoneyFormat } from '../../lib/money.ts'
import { statusWords } from './status-words.ts'

type State = BulkResult['changes'][number]['after']

/** What a bulk change does to one product, field by field, in words. */
export function wordsOfChange(before: State, after: State, shop: MoneyFormat) {
  const range = ({ pricefrom: from, priceto: to }: State) => {
    if (from === undefined) return undefined
    return to === undefined || to === from ? money(from, shop) : `${money(from, shop)} – ${money(to, shop)}`
  }
  const rows: [string, (state: State) => string | undefined][] = [
    ['Price', range],
    ['Category', (state) => state.productcategoryname],
    [
      'Subcategory',
      ({ subcategoryname }) => (subcategoryname === undefined ? undefined : (subcategoryname ?? 'None')),
    ],
    ['Offer', ({ productoffer }) => (productoffer === undefined ? undefined : `${productoffer} %`)],
    ['Status', ({ status }) => status && statusWords[status]],
    ['New', ({ is_new: isNew }) => (isNew === undefined ? undefined : isNew ? 'New' : 'Not new')],
  ]
  return rows.flatMap(([name, say]) => {
    const [was, becomes] = [say(before), say(after)]
    return becomes === undefined || was === becomes ? [] : { name, was: was ?? '', becomes }
  })
}
