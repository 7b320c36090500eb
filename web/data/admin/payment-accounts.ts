import { useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { showToast } from '#web/lib/toasts.ts'
import { adminKey, formData } from './query.ts'
import { useAdminCall } from './use-admin-mutation.ts'

/** The connections to payment providers, without their keys. */
export const paymentAccounts = formData('GET admin/payment-accounts')

export function usePaymentAccountChanges() {
  const reconnect = useAdminCall('POST admin/payment-accounts/:id/reconnect')
  return {
    stripe: useAdminCall('PUT admin/payment-accounts/stripe/connection'),
    razorpay: useAdminCall('PUT admin/payment-accounts/razorpay/connection'),
    paypal: useAdminCall('PUT admin/payment-accounts/paypal/connection'),
    mollie: useAdminCall('PUT admin/payment-accounts/mollie/connection'),
    check: useAdminCall('POST admin/payment-accounts/:provider/check', { refresh: null }),
    reconnect,
    /** The keys still exist, so the toast can bring the connection back. */
    disconnect: useAdminCall('DELETE admin/payment-accounts/:provider', {
      success({ message, data: { id } }) {
        showToast('success', message, { name: 'Undo', run: () => reconnect.mutate({ id }) })
        return null
      },
    }),
    order: useAdminCall('PUT admin/settings/payment-order'),
    startTest: useAdminCall('POST admin/payment-accounts/:provider/test-payments', {
      success: null,
      refresh: null,
    }),
  }
}

const POLL_MS = 3000

/** A test payment, about which the provider is asked while the page is open and a step can follow. */
export const useTestPayment = (id: number) =>
  useQuery({
    queryKey: adminKey('test payment', id),
    queryFn: ({ signal }) => call('POST admin/test-payments/:id/check', { id }, { signal }),
    select: ({ data }) => data,
    refetchInterval: ({ state: { data } }) => (data?.data.isOver ? false : POLL_MS),
  })
