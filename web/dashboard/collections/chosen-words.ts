import type { z } from 'zod'
import type { updateCollection } from '#contract/admin-collection.ts'

type Input = Pick<z.input<typeof updateCollection.input>, 'rule' | 'productIds'>

interface Names {
  product(id: number): string
  category(id: number): string
  subcategory(id: number): string
}

const words: Record<string, string> = {
  q: 'Name contains',
  minprice: 'Price from',
  maxprice: 'Price to',
  instock: 'In stock',
  is_new: 'New',
  onsale: 'With an offer',
  sort: 'In this order',
}

/** Which products are in a collection, a line each: those chosen by hand in order, or what its rule says. */
export function chosenWords({ rule, productIds }: Input, names: Names): string {
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
    const said = value === true ? 'yes' : value === false ? 'no' : (value as string | number)
    return `${words[field] ?? field}: ${said}`
  })
  // The order in which they were chosen says nothing.
  return ['By a rule', ...lines.toSorted()].join('\n')
}
