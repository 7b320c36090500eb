import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  createCollection,
  deleteCollection,
  getAdminCollection,
  getAdminCollections,
  orderCollections,
  previewCollection,
  updateCollection,
} from '#contract/admin-collection.ts'
import type { getProducts } from '#contract/product.ts'
import { api, apiWithFiles } from '../lib/api.ts'
import { adminKey, readAll, useChange } from './admin-list.ts'

type Asked = z.input<typeof getAdminCollections.input>
type Rule = z.input<typeof previewCollection.input>['rule']
const read = (asked: Asked, signal?: AbortSignal) =>
  api<typeof getAdminCollections>('GET', 'admin/collections', asked, signal)

/** One page of the table of collections. */
export function useAdminCollections(asked: Asked) {
  return useQuery({
    queryKey: adminKey('collections', asked),
    queryFn: ({ signal }) => read(asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** All collections in order. */
export function useAllCollections() {
  return useQuery({
    queryKey: adminKey('collections', 'all'),
    queryFn: ({ signal }) => readAll((page) => read(page, signal)),
  })
}

/** One collection to be edited; it is not changed below the hands of who edits it. */
export function useAdminCollection(id: number) {
  return useQuery({
    queryKey: adminKey('collections', 'one', id),
    queryFn: ({ signal }) => readCollection(id, signal),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
  })
}

/** A collection as it is stored now. */
export async function readCollection(id: number, signal?: AbortSignal) {
  return (await api<typeof getAdminCollection>('GET', 'admin/collections/:id', { id }, signal)).data
}

/** What a rule catches now; nothing is asked while there is none. */
export function useRulePreview(rule: Rule | null) {
  return useQuery({
    queryKey: adminKey('collections', 'preview', rule),
    queryFn: ({ signal }) =>
      api<typeof previewCollection>('POST', 'admin/collections/preview', { rule: rule ?? {} }, signal),
    placeholderData: keepPreviousData,
    enabled: rule !== null,
  })
}

/** What products can be found by in a category, or anywhere: names of specifications with the values there are. */
export function useSpecificationValues(
  place: Pick<z.input<typeof getProducts.input>, 'productcategoryid' | 'productsubcategoryid'>,
) {
  return useQuery({
    queryKey: adminKey('collections', 'specifications', place),
    queryFn: async ({ signal }) => {
      const asked = { ...place, facets: true, limit: 1 }
      return (await api<typeof getProducts>('POST', 'product/getproduct', asked, signal)).facets?.specs ?? []
    },
    placeholderData: keepPreviousData,
  })
}

/** Changes of collections; each answers what the server says, and rejects with an `ApiError`. */
export function useCollectionChanges() {
  const change = useChange()
  return {
    /** Answers the id of the new collection. */
    add: async (input: z.input<typeof createCollection.input>) => {
      const answer = await api<typeof createCollection>('POST', 'admin/collections', input)
      await change(Promise.resolve(answer))
      return answer.data.id
    },
    update: (input: z.input<typeof updateCollection.input>, files: Record<string, File>) =>
      change(
        Object.keys(files).length > 0
          ? apiWithFiles<typeof updateCollection>('PATCH', 'admin/collections/:id', withNull(input), files)
          : api<typeof updateCollection>('PATCH', 'admin/collections/:id', input),
      ),
    remove: (id: number) => change(api<typeof deleteCollection>('DELETE', 'admin/collections/:id', { id })),
    order: (ids: number[]) => change(api<typeof orderCollections>('PUT', 'admin/collections/order', { ids })),
  }
}

/** A form leaves out what is null; as a text it goes along. */
const withNull = <T extends { rule?: unknown }>(input: T): T =>
  input.rule === null ? { ...input, rule: 'null' } : input
