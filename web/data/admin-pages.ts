import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  createPage,
  deletePage,
  getAdminPage,
  getAdminPages,
  previewPage,
  updatePage,
} from '#contract/admin-page.ts'
import { api } from '../lib/api.ts'
import { useAdminChange } from './admin-change.ts'

const pagesKey = ['personal', 'admin', 'pages']

/** A page of the list of text pages; `query` as the address has it. */
export function useAdminPages(query: Record<string, string | number>) {
  return useQuery({
    queryKey: [...pagesKey, 'list', query],
    queryFn: ({ signal }) => api<typeof getAdminPages>('GET', 'admin/pages', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** One page of text, for editing. */
export function useAdminPage(id: number) {
  return useQuery({
    queryKey: [...pagesKey, 'one', id],
    queryFn: ({ signal }) => readPage(id, signal),
    staleTime: Infinity,
    refetchOnMount: 'always',
    enabled: id > 0,
  })
}

/** A page of text as it is stored now. */
export async function readPage(id: number, signal?: AbortSignal) {
  return (await api<typeof getAdminPage>('GET', 'admin/pages/:id', { id }, signal)).data
}

/** What Markdown will look like in the shop, as the server renders it. */
export function usePagePreview(body: string, shown: boolean) {
  return useQuery({
    queryKey: [...pagesKey, 'preview', body],
    queryFn: async ({ signal }) =>
      (await api<typeof previewPage>('POST', 'admin/pages/preview', { body }, signal)).data.html,
    placeholderData: keepPreviousData,
    enabled: shown,
  })
}

/** Changes of pages; each rejects with an error that has words. */
export function usePageChanges() {
  const client = useQueryClient()
  const change = useAdminChange(pagesKey)
  return {
    create: async (input: z.input<typeof createPage.input>): Promise<number> => {
      const call = api<typeof createPage>('POST', 'admin/pages', input)
      await change(call)
      return (await call).data.id
    },
    update: (input: z.input<typeof updatePage.input>) =>
      change(api<typeof updatePage>('PATCH', 'admin/pages/:id', input)),
    remove: async (id: number) => {
      await api<typeof deletePage>('DELETE', 'admin/pages/:id', { id })
      await client.invalidateQueries({ queryKey: [...pagesKey, 'list'] })
    },
  }
}
