import { getAdminReturns } from '#contract/orders/return.ts'
import { getOrderDraft, getOrderDrafts } from '#contract/orders/manual-order.ts'
import { getOrderCustomers, getOrderProducts } from '#contract/orders/manual-quote.ts'
import { getOrderProForma } from '#contract/orders/pro-forma.ts'
import { getOrdersToPack, getPackingDocuments } from '#contract/orders/packing.ts'
import { getCarriers } from '#contract/carriers/carrier-account.ts'
import { getLabels } from '#contract/carriers/label.ts'
import { getPaymentAccounts } from '#contract/payment-accounts/payment-account.ts'
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
  ...calls('staff', getCarriers),
  ...calls('staff', getPaymentAccounts),
  ...calls('staff', getLabels, { number: orderNumber }),
  ...calls('staff', getOrderDrafts, { page: farPage }),
  ...calls('staff', getOrderDraft, { number: draftNumber }),
  ...calls('staff', getOrderProForma, { number: draftNumber }),
  ...calls('staff', getOrderProducts, ...texts),
  ...calls('staff', getOrderCustomers, ...texts, { q: '98765 43210' }),
]
