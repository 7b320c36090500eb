import type { z } from 'zod'
import type { updateCollection } from '#contract/catalog/admin/collection.ts'

type Input = Pick<z.input<typeof updateCollection.input>, 'rule' | 'productIds'>

interface Names {
  product(id: number): string
  category(id: number): string
  subcategory(id: number): string
}

const labels: Record<string, string> = {
  q: 'Name contains',
  minprice: 'Price from',
  maxprice: 'Price to',
  instock: 'In stock',
  is_new: 'New',
  onsale: 'On offer',
  sort: 'Sort by',
}

/** The products of a collection as text, a line each: those selected by hand in order, or the conditions of the rule. */
export function selectionText({ rule, productIds }: Input, names: Names): string {
  if (!rule || typeof rule === 'string') {
    const ids = Array.isArray(productIds) ? productIds : []
    return ['By hand', ...ids.map((id) => names.product(Number(id)))].join('\n')
  }
  const lines = Object.entries(rule).map(([field, value]) => {
    if (field === 'productcategoryid') return `Category: ${names.category(Number(value))}`
    if (field === 'productsubcategoryid') return `Subcategory: ${names.subcategory(Number(value))}`
    if (field === 'specs' && rule.specs)
      return Object.entries(rule.specs)
        .map(([name, values]) => `${name}: ${values.join(' or ')}`)
        .join('\n')
    const text = value === true ? 'yes' : value === false ? 'no' : (value as string | number)
    return `${labels[field] ?? field}: ${text}`
  })
  // The order of conditions has no meaning.
  return ['By rule', ...lines.toSorted()].join('\n')
}
