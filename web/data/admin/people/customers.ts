import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  addCustomerNote,
  deleteCustomerNote,
  getCustomers,
  updateCustomer,
} from '#contract/identity/customer.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from '../list.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** A page of customers. */
export function useCustomers(query: z.input<typeof getCustomers.input>) {
  return useQuery({
    queryKey: adminKey('customers', 'list', query),
    queryFn: ({ signal }) => call('GET admin/customers', query, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** One customer with everything that staff sees. */
export function useCustomer(id: number) {
  return useQuery({
    queryKey: adminKey('customers', 'detail', id),
    queryFn: async ({ signal }) => (await call('GET admin/customers/:id', { id }, { signal })).data,
    staleTime: 0,
  })
}

export const useCustomerChanges = () => ({
  update: useAdminMutation((input: z.input<typeof updateCustomer.input>) =>
    call('PATCH admin/customers/:id', input),
  ),
  addNote: useAdminMutation((input: z.input<typeof addCustomerNote.input>) =>
    call('POST admin/customers/:id/notes', input),
  ),
  deleteNote: useAdminMutation((input: z.input<typeof deleteCustomerNote.input>) =>
    call('DELETE admin/customers/:id/notes/:noteId', input),
  ),
})
