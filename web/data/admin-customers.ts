import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  addCustomerNote,
  deleteCustomerNote,
  getCustomer,
  getCustomers,
  updateCustomer,
} from '#contract/customer.ts'
import { api } from '../lib/api.ts'
import { auditKey } from './admin-audit.ts'

const customersKey = ['personal', 'admin', 'customers']

/** One page of the customers. */
export function useCustomers(query: z.input<typeof getCustomers.input>) {
  return useQuery({
    queryKey: [...customersKey, 'list', query],
    queryFn: ({ signal }) => api<typeof getCustomers>('GET', 'admin/customers', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** One customer with everything the dashboard shows. */
export function useCustomer(id: number) {
  return useQuery({
    queryKey: [...customersKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await api<typeof getCustomer>('GET', 'admin/customers/:id', { id }, signal)).data,
    staleTime: 0,
  })
}

/** Changes of one customer; each rejects with an `ApiError` and answers what the server says. */
export function useCustomerChanges(id: number) {
  const client = useQueryClient()
  const then = async ({ message }: { message: string }) => {
    await client.invalidateQueries({ queryKey: auditKey })
    await client.invalidateQueries({ queryKey: customersKey })
    return message
  }
  return {
    setDisabled: async (disabled: boolean, version: number) => {
      const input = { id, disabled, version }
      return then(await api<typeof updateCustomer>('PATCH', 'admin/customers/:id', input))
    },
    addNote: async (note: string) =>
      then(await api<typeof addCustomerNote>('POST', 'admin/customers/:id/notes', { id, note })),
    deleteNote: async (noteId: number) => {
      const input = { id, noteId }
      return then(await api<typeof deleteCustomerNote>('DELETE', 'admin/customers/:id/notes/:noteId', input))
    },
  }
}
