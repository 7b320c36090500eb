import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallInput } from '#web/lib/call.ts'
import { adminData, adminQuery } from '../query.ts'
import { useAdminCall } from '../use-admin-mutation.ts'

/** A page of customers. */
export function useCustomers(query: CallInput<'GET admin/customers'>) {
  return useQuery({
    ...adminQuery('GET admin/customers', query),
    placeholderData: keepPreviousData,
  })
}

/** One customer with everything that staff sees. */
export function useCustomer(id: number) {
  return useQuery({
    ...adminData('GET admin/customers/:id', { id }),
    staleTime: 0,
  })
}

export const useCustomerChanges = () => ({
  update: useAdminCall('PATCH admin/customers/:id'),
  addNote: useAdminCall('POST admin/customers/:id/notes'),
  deleteNote: useAdminCall('DELETE admin/customers/:id/notes/:noteId'),
})
