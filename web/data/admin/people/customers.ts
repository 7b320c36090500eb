import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  addCustomerNote,
  deleteCustomerNote,
  getCustomer,
  getCustomers,
  updateCustomer,
} from '#contract/identity/customer.ts'
import { api } from '#web/lib/api.ts'
import { idempotentApi } from '#web/lib/idempotent-api.ts'
import { adminKey } from '../list.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** A page of customers. */
export function useCustomers(query: z.input<typeof getCustomers.input>) {
  return useQuery({
    queryKey: adminKey('customers', 'list', query),
    queryFn: ({ signal }) => api<typeof getCustomers>('GET', 'admin/customers', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** One customer with everything that staff sees. */
export function useCustomer(id: number) {
  return useQuery({
    queryKey: adminKey('customers', 'detail', id),
    queryFn: async ({ signal }) =>
      (await api<typeof getCustomer>('GET', 'admin/customers/:id', { id }, signal)).data,
    staleTime: 0,
  })
}

export const useCustomerChanges = () => ({
  update: useAdminMutation((input: z.input<typeof updateCustomer.input>) =>
    api<typeof updateCustomer>('PATCH', 'admin/customers/:id', input),
  ),
  addNote: useAdminMutation((input: z.input<typeof addCustomerNote.input>) =>
    idempotentApi<typeof addCustomerNote>('POST', 'admin/customers/:id/notes', input),
  ),
  deleteNote: useAdminMutation((input: z.input<typeof deleteCustomerNote.input>) =>
    api<typeof deleteCustomerNote>('DELETE', 'admin/customers/:id/notes/:noteId', input),
  ),
})
