import { lookupCatalog } from './lookup.ts'
import { getProduct } from './detail/product.ts'
import { searchCatalog } from './search.ts'

/** The operations of the capabilities `catalog.search` and `catalog.lookup`. */
export const catalogOperations = [searchCatalog, lookupCatalog, getProduct]
