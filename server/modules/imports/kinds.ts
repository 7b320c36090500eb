import type { ImportedKind } from '#contract/imports/kinds.ts'
import { customerKind } from './customers/customer-kind.ts'
import { orderKind } from './orders/order-kind.ts'
import { productKind } from './products/product-kind.ts'
import { redirectKind } from './redirects/redirect-kind.ts'
import type { ImportKind } from './run/import-kind.ts'
import { stockKind } from './stock/stock-kind.ts'

/** How each kind of file is read, written and undone. */
export const kinds: Readonly<Record<ImportedKind, ImportKind>> = {
  products: productKind,
  customers: customerKind,
  orders: orderKind,
  redirects: redirectKind,
  stock: stockKind,
}
