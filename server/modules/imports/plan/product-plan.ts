import type { ProductChanges, ProductState } from '#server/modules/catalog/index.ts'

/** The category of products whose file names none. */
export const DEFAULT_CATEGORY = 'Uncategorised'

/** What an import does with a product. */
export type Outcome = 'create' | 'update' | 'unchanged' | 'refuse'

/** A field that an import changes, as texts for people. A new product has no `before`. */
export interface FieldChange {
  field: string
  before: string
  after: string
}

/** Changes that are easily mistakes, so that staff confirm them. */
export type Warning = 'price_change' | 'price_zero' | 'stock_zero'

/** What an import will do with a product, and why. */
export interface ProductPlan {
  outcome: Outcome
  /** Why it is refused. */
  reason?: string
  changes: FieldChange[]
  warnings: Warning[]
  notes: string[]
  /** In the form of the catalog's write functions; absent if nothing is written. */
  write?: ProductChanges
}

/** A product of the shop. */
export interface StoredProduct {
  id: number
  state: ProductState
  /** Units that can be sold, by variant id. */
  available: ReadonlyMap<number, number>
}

/** What the names and addresses of a file mean in this shop. Names are in lower case. */
export interface Lookups {
  categories: ReadonlyMap<string, number>
  /** By category id and name: "3 mugs". */
  subcategories: ReadonlyMap<string, number>
  specifications: ReadonlyMap<string, number>
  /** Names by kind and id: "category 3". */
  names: ReadonlyMap<string, string>
  /** File names of stored images by their address. */
  files: ReadonlyMap<string, string>
}
