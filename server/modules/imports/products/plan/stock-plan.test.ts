import { expect, test } from 'vitest'
import type { ImportedProduct, ImportedVariant } from '../imported-product.ts'
import type { StoredProduct } from './product-plan.ts'
import { planProduct } from './product-plan.rules.ts'

const none = new Map<never, never>()
const lookups = {
  categories: none,
  subcategories: none,
  specifications: none,
  customFields: none,
  names: none,
  files: none,
  taxClasses: none,
}
const product: ImportedProduct = {
  isHandleDerived: false,
  handle: 'cup',
  line: 2,
  name: 'Cup',
  options: [],
  variants: [],
  images: [],
  specifications: [],
  problems: [],
  notes: [],
}
const plan = (variant: Omit<ImportedVariant, 'options'>, stored?: StoredProduct) => {
  const imported = { ...product, variants: [{ options: {}, price: 9, ...variant }] }
  return planProduct(imported, stored, { lookups, currency: 'INR' })
}

const noUnits = 'The file has no number of units. Enter the stock after the import.'
const owed = 'Orders took 3 more than there was. The stock comes in as 0.'

test.each([
  [{ stock: 5 }, { tracked: true, sellWhenSoldOut: false, stock: 5 }, [], '5'],
  [{}, { tracked: true, sellWhenSoldOut: false }, [noUnits], '0'],
  [{ tracked: false, stock: 5 }, { tracked: false, sellWhenSoldOut: false }, [], 'Not counted'],
  [{ sellWhenSoldOut: true, stock: -3 }, { tracked: true, sellWhenSoldOut: true, stock: -3 }, [], '-3'],
  [{ stock: -3 }, { tracked: true, sellWhenSoldOut: false, stock: 0 }, [owed], '0'],
] as const)('a new variant with %o', (variant, written, notes, shown) => {
  const { outcome, write, notes: planned, changes } = plan(variant)
  expect(outcome).toBe('create')
  expect(write?.variants).toMatchObject([written])
  expect(Object.hasOwn(write?.variants?.[0] ?? {}, 'stock')).toBe('stock' in written)
  expect(planned).toEqual(notes)
  expect(changes).toContainEqual({ field: 'Stock', before: '', after: shown })
})

const storedAs = (counting: { tracked: boolean; sellWhenSoldOut: boolean }, available: number) => {
  const variant = {
    id: 1,
    sku: null,
    options: {},
    price: 900,
    image: null,
    barcode: null,
    mpn: null,
    shelf: null,
    cost: null,
  }
  const state = {
    ...product,
    slug: 'cup',
    status: 'live',
    categoryId: 1,
    subcategoryId: null,
    description: '',
  }
  const rest = { isNew: false, offer: 0, gst: 0, taxClass: null, hsn: '', brand: '', origin: '', weight: 0 }
  const texts = { searchTitle: null, searchDescription: null }
  const variants = [{ ...variant, ...counting }]
  return {
    id: 7,
    state: { ...state, ...rest, ...texts, variants },
    available: new Map([[1, available]]),
  } as unknown as StoredProduct
}

test('a stored variant keeps how it is counted, and what it owes', () => {
  const uncounted = storedAs({ tracked: false, sellWhenSoldOut: false }, 4)
  expect(plan({ stock: 9 }, uncounted).write?.variants?.[0]).not.toHaveProperty('stock')
  const owing = storedAs({ tracked: true, sellWhenSoldOut: false }, -3)
  expect(plan({ stock: -3 }, owing)).toMatchObject({ notes: [] })
  expect(plan({ stock: -3 }, owing).write?.variants?.[0]).not.toHaveProperty('stock')
  const { changes } = plan({ tracked: false, sellWhenSoldOut: false }, owing)
  expect(changes).toContainEqual({ field: 'Count stock', before: 'Yes', after: 'No' })
})
