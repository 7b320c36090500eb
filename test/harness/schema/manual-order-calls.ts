import { getAdminReturns } from '#contract/orders/return.ts'
import { getOrderDraft, getOrderDrafts } from '#contract/orders/manual-order.ts'
import { getOrderCustomers, getOrderProducts } from '#contract/orders/manual-quote.ts'
import { getOrdersToPack, getPackingDocuments } from '#contract/orders/packing.ts'
import { calls, type ListCall } from './list-calls.ts'
import type { Subjects } from './list-subjects.ts'

const texts = ['mu', 'mug', 'oak mug', 'zzqx', 'rose@example.com'].map((q) => ({ q }))

/** The reads of orders that staff make, and of returns. */
export const manualOrderCalls = ({ draftNumber, orderNumber, farPage }: Subjects): ListCall[] => [
  ...calls('staff', getAdminReturns, ...texts, { state: 'requested' }, { page: farPage }),
  ...calls('staff', getOrdersToPack, {}, { single: true }, { source: 'agents' }, { delivery: 'standard' }),
  ...calls(
    'staff',
    getPackingDocuments,
    ...(['slip', 'label', 'pick'] as const).map((kind) => ({ kind, numbers: orderNumber })),
  ),
  ...calls('staff', getOrderDrafts, { page: farPage }),
  ...calls('staff', getOrderDraft, { number: draftNumber }),
  ...calls('staff', getOrderProducts, ...texts),
  ...calls('staff', getOrderCustomers, ...texts, { q: '98765 43210' }),
]
