import { customerSorts, getCustomer, getCustomers } from '#contract/identity/customer.ts'
import { getGiftCard, getGiftCards, giftCardStates } from '#contract/credit/gift-card.ts'
import { getStoreCredit } from '#contract/credit/store-credit.ts'
import { getAdminOrders } from '#contract/orders/admin-order.ts'
import { getCustomerTimeline } from '#contract/orders/customer-timeline.ts'
import { calls, type ListCall } from './list-calls.ts'
import type { Subjects } from './list-subjects.ts'

const texts = ['m', 'mu', 'mug', 'zzqx', 'rose@example.com', '+91 98765 43210', '09876-543210'].map((q) => ({
  q,
}))

/** The reads of customers, with an account and without one. */
export const customerCalls = ({ customerId, guestId, farPage, giftCardId }: Subjects): ListCall[] => [
  ...calls(
    'staff',
    getCustomers,
    ...customerSorts.map((sort) => ({ sort })),
    ...customerSorts.map((sort) => ({ sort, page: farPage })),
    ...texts,
    { kind: 'guest' },
    { kind: 'guest', sort: 'spent_desc' },
    { kind: 'account', sort: 'latest' },
    { status: 'disabled' },
    { status: 'active', sort: 'name' },
    { verified: true },
    { verified: false, sort: 'email' },
  ),
  ...calls('staff', getCustomer, { id: customerId }, { id: guestId }),
  ...calls('staff', getCustomerTimeline, { id: customerId }, { id: guestId }),
  ...calls('staff', getAdminOrders, { customer: guestId }),
  ...calls(
    'staff',
    getGiftCards,
    ...(['newest', 'oldest', 'balance', 'balance_desc'] as const).map((sort) => ({ sort })),
    ...giftCardStates.map((state) => ({ state })),
    { q: 'K2MX' },
    { q: 'rose@example.com', page: 2 },
  ),
  ...calls('staff', getGiftCard, { id: giftCardId }),
  ...calls('staff', getStoreCredit, { id: customerId }, { id: guestId }),
]
