import type { importKinds } from '#contract/imports/kinds.ts'
import type { CellReader } from '../formats/cell-reader.ts'
import type { Format } from '../formats/format.ts'
import type { ImportedProduct } from './imported-product.ts'

/** The columns of the products file, and the price before a discount that other shop systems have. */
export type ProductColumn = keyof typeof importKinds.products.columns

export type ProductReader = CellReader<ProductColumn>
export type ProductFormat = Format<ImportedProduct, ProductColumn>
