import * as contract from '#contract/orders/staff-order.ts'
import { personalRoute } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { listDrafts } from './order-draft.queries.ts'
import { createOrder, placeDraft, removeDraft } from './order-draft.writes.ts'

/** Orders that staff make for customers. */
export const staffOrderRoutes = [
  personalRoute(contract.createStaffOrder, async (input, context) => {
    const data = await asStaff(context, (tx, write) => createOrder(tx, write, context, input))
    return { data, message: data.serial === null ? 'Draft saved' : `Order ${data.serial} placed` }
  }),

  personalRoute(contract.placeDraft, async ({ number }, context) => {
    const data = await asStaff(context, (tx, write) => placeDraft(tx, write, context, number))
    return { data, message: `Order ${data.serial} placed` }
  }),

  personalRoute(contract.getOrderDrafts, (input, { db, shop }) => listDrafts(db, shop.configId, input)),

  personalRoute(contract.deleteOrderDraft, async ({ number }, context) => {
    await asStaff(context, (tx, write) => removeDraft(tx, write, number))
    return { message: 'Draft deleted' }
  }),
]
