import type { ProductChanges, ProductState } from '#server/modules/catalog/index.ts'
import type { CustomField } from '#contract/custom-fields/custom-field.ts'
import type { CustomValue, CustomValues } from '#contract/custom-fields/custom-value.ts'
import type { RowPlan } from '../../run/import-kind.ts'

/** The category of products whose file names none. */
export const DEFAULT_CATEGORY = 'Uncategorised'

/** What an import will do with a product, and why. */
export interface ProductPlan extends RowPlan {
  /** In the form of the catalog's write functions; absent if nothing is written. */
  write?: ProductChanges
  /** Values of custom fields that change; null removes one. */
  custom?: Record<string, CustomValue | null>
}

/** A product of the shop. */
export interface StoredProduct {
  id: number
  state: ProductState
  /** Units that can be sold, by variant id. */
  available: ReadonlyMap<number, number>
  /** The values of its custom fields. */
  custom?: CustomValues | undefined
}

/** What the names and addresses of a file mean in this shop. Names are in lower case. */
export interface Lookups {
  categories: ReadonlyMap<string, number>
  /** By category id and name: "3 mugs". */
  subcategories: ReadonlyMap<string, number>
  specifications: ReadonlyMap<string, number>
  /** The custom fields of products by their keys. */
  customFields: ReadonlyMap<string, CustomField>
  /** Codes of tax classes by code and by name. */
  taxClasses: ReadonlyMap<string, string>
  /** Names by kind and id: "category 3". */
  names: ReadonlyMap<string, string>
  /** File names of stored images by their address. */
  files: ReadonlyMap<string, string>
  /** Why images are missing, by position of the product. */
  imageNotes?: ReadonlyMap<number, string[]>
}
