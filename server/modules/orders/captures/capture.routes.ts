import { capturePayment, releasePayment } from '#contract/orders/payment/capture.ts'
import { personalRoute } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { findOrder, lockOrderByNumber, orderNotFound } from '../order/order.queries.ts'
import { beginWholeCapture } from './begin-capture.ts'
import { requireCapture } from './capture-payment.ts'
import { releaseAsStaff } from './release-authorization.ts'

/** What staff do with an authorised payment before its order ships. */
export const captureRoutes = [
  personalRoute(capturePayment, async ({ number }, context) => {
    const { db, shop, services } = context
    if (!(await findOrder(db, shop.shopId, number))) throw orderNotFound()
    const begun = await asStaff(context, async (tx, write) =>
      beginWholeCapture(tx, write, await lockOrderByNumber(tx, shop.shopId, number)),
    )
    await requireCapture(db, services, begun)
    return { message: 'Payment taken' }
  }),

  personalRoute(releasePayment, async ({ number }, context) => {
    const { locale } = context.shop
    await asStaff(context, (tx, write) => releaseAsStaff(tx, write, { number, locale }))
    return { message: 'Payment released' }
  }),
]
