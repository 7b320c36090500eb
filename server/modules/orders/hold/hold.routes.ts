import * as contract from '#contract/orders/hold.ts'
import { personalRoute } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { requireMayRefundPaid } from '../refunds/refund-permission.ts'
import { cancelWithdrawn, releaseOrder } from './held-order.writes.ts'

/** Decisions of staff about orders on hold. */
export const holdRoutes = [
  personalRoute(contract.cancelWithdrawn, async ({ number }, context) => {
    const status = await asStaff(context, async (tx, write) => {
      await requireMayRefundPaid(tx, context, number)
      return cancelWithdrawn(tx, { write, context, number })
    })
    const message = status === 'cancelled' ? 'Order cancelled' : 'Withdrawn items cancelled'
    return { data: { status }, message }
  }),

  personalRoute(contract.releaseOrder, async ({ number, ...decision }, context) => {
    const status = await asStaff(context, (tx, write) =>
      releaseOrder(tx, { write, context, number }, decision),
    )
    return { data: { status }, message: 'Order released' }
  }),
]
