import { useQuery } from '@tanstack/react-query'
import type { checkBooks, getBooks } from '#contract/books.ts'
import { api } from '../lib/api.ts'
import { adminKey, useChange } from './admin-list.ts'

/** The latest check of the books; asked for anew each second while one is under way. */
export function useBooks() {
  return useQuery({
    queryKey: adminKey('books'),
    queryFn: async ({ signal }) => (await api<typeof getBooks>('GET', 'admin/books', {}, signal)).data,
    refetchInterval: ({ state }) => (state.data?.underWay ? 1000 : false),
  })
}

/** Asks for a check. */
export function useCheckBooks(): () => Promise<string> {
  const change = useChange()
  return () => change(api<typeof checkBooks>('POST', 'admin/books/check', {}))
}
