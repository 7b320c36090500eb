import { getAdminReturns } from '#contract/orders/return.ts'
import { getOrderDraft, getOrderDrafts } from '#contract/orders/manual-order.ts'
import { getOrderCustomers, getOrderProducts } from '#contract/orders/manual-quote.ts'
import { calls, type ListCall } from './list-calls.ts'
import type { Subjects } from './list-subjects.ts'

const texts = ['mu', 'mug', 'oak mug', 'zzqx', 'rose@example.com'].map((q) => ({ q }))

/** The reads of orders that staff make, and of returns. */
export const manualOrderCalls = ({ draftNumber, farPage }: Subjects): ListCall[] => [
  ...calls('staff', getAdminReturns, ...texts, { state: 'requested' }, { page: farPage }),
  ...calls('staff', getOrderDrafts, { page: farPage }),
  ...calls('staff', getOrderDraft, { number: draftNumber }),
  ...calls('staff', getOrderProducts, ...texts),
  ...calls('staff', getOrderCustomers, ...texts, { q: '98765 43210' }),
]
