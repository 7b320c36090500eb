import { correctOrder as correctOrderEndpoint } from '#contract/orders/admin-order.ts'
import {
  editOrderLines as editOrderLinesEndpoint,
  markOrderPaid,
  undoOrderEdit,
} from '#contract/orders/edit-order.ts'
import * as contract from '#contract/orders/manual-order.ts'
import { links } from '#contract/links.ts'
import { personalRoute } from '#server/http/route.ts'
import { asStaff, requireVersion } from '#server/modules/audit/index.ts'
import { settledAddress } from '#server/platform/postal-codes/settled-address.ts'
import { correctOrder, requireCorrection } from '../editing/correct-order.writes.ts'
import { lockOrderByNumber } from '../order/order.queries.ts'
import { moveOrder } from '../editing/move-order.writes.ts'
import { editOrderLines } from '../editing/edit-order.writes.ts'
import { accessTokenOf } from '../order/order-access.ts'
import { markPaid } from '../editing/mark-paid.writes.ts'
import { undoEdit } from '../editing/undo-edit.writes.ts'
import { listDrafts, readDraft } from './order-draft.queries.ts'
import { createOrder, placeDraft, releaseDraft, removeDraft, updateDraft } from './order-draft.writes.ts'

/** Orders that staff make for customers. */
export const manualOrderRoutes = [
  personalRoute(contract.createManualOrder, async (input, context) => {
    const data = await asStaff(context, (tx, write) => createOrder(tx, write, context, input))
    return { data, message: data.serial === null ? 'Draft saved' : `Order ${data.serial} placed` }
  }),

  personalRoute(contract.placeDraft, async (input, context) => {
    const data = await asStaff(context, (tx, write) => placeDraft(tx, write, context, input))
    return { data, message: `Order ${data.serial} placed` }
  }),

  personalRoute(editOrderLinesEndpoint, async (input, context) => {
    const data = await asStaff(context, (tx, write) => editOrderLines(tx, write, context, input))
    return { data, ...(!input.preview && { message: 'Order updated' }) }
  }),

  personalRoute(undoOrderEdit, async (input, context) => {
    const data = await asStaff(context, (tx, write) => undoEdit(tx, write, context, input))
    return { data, message: 'Edit undone' }
  }),

  personalRoute(markOrderPaid, async (input, context) => {
    const status = await asStaff(context, (tx, write) => markPaid(tx, write, input))
    return { data: { status }, message: 'Marked as paid' }
  }),

  personalRoute(correctOrderEndpoint, async ({ number, version, preview, ...sent }, context) => {
    const { shippingAddress, billingAddress, ...others } = sent
    const addresses = {
      ...(shippingAddress && { shippingAddress: settledAddress(shippingAddress, 'shippingAddress') }),
      ...(billingAddress && { billingAddress: settledAddress(billingAddress, 'billingAddress') }),
    }
    const totals = await asStaff(context, async (tx, write) => {
      const order = await lockOrderByNumber(tx, write.shopId, number)
      await requireVersion(tx, write, { subject: 'order', subjectId: order.id, version })
      requireCorrection(order, { ...others, ...addresses })
      const moved = await moveOrder(tx, write, context, { order, addresses, preview })
      if (!preview) await correctOrder(tx, write, order.id, { ...others, ...addresses })
      return moved
    })
    return { data: totals ?? null, ...(!preview && { message: 'Order updated' }) }
  }),

  personalRoute(contract.getOrderDrafts, (input, { db, shop }) => listDrafts(db, shop.shopId, input)),

  personalRoute(contract.getOrderDraft, async ({ number }, { db, shop, origin, services }) => {
    const draft = await readDraft(db, shop.shopId, number)
    const link = links.proForma(number, accessTokenOf(services.keyedHash, shop.shopId, number))
    return { data: { ...draft, proFormaUrl: origin + link } }
  }),

  personalRoute(contract.updateOrderDraft, async (input, context) => {
    const data = await asStaff(context, (tx, write) => updateDraft(tx, write, context, input))
    return { data, message: 'Draft saved' }
  }),

  personalRoute(contract.releaseOrderDraft, async ({ number }, context) => {
    await asStaff(context, (tx, write) => releaseDraft(tx, write, number))
    return { message: 'Items released' }
  }),

  personalRoute(contract.deleteOrderDraft, async ({ number }, context) => {
    await asStaff(context, (tx, write) => removeDraft(tx, write, number))
    return { message: 'Draft deleted' }
  }),
]
