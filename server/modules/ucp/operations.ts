import { cartOperations } from './cart/operations.ts'
import { catalogOperations } from './catalog/operations.ts'
import { checkoutOperations } from './checkout/operations.ts'
import type { UcpOperation } from './operation.ts'
import { orderOperations } from './order/operations.ts'

/** All operations that the shop offers, by REST and MCP. Discovery announces their capabilities. */
export const operations: readonly UcpOperation[] = [
  ...catalogOperations,
  ...cartOperations,
  ...checkoutOperations,
  ...orderOperations,
]
