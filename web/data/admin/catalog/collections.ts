import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  createCollection,
  deleteCollection,
  getAdminCollection,
  getAdminCollections,
  orderCollections,
  updateCollection,
  type previewCollection,
} from '#contract/catalog/admin/collection.ts'
import type { getProducts } from '#contract/catalog/product.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from '../list.ts'
import { adminResource } from '../resource.ts'

type Rule = z.input<typeof previewCollection.input>['rule']

export const collections = adminResource('collections', {
  list: getAdminCollections,
  detail: getAdminCollection,
  create: createCollection,
  update: updateCollection,
  remove: deleteCollection,
  order: orderCollections,
})

/** The products that match a rule now; without a rule nothing is requested. */
export function useRulePreview(rule: Rule | null) {
  return useQuery({
    queryKey: adminKey('collections', 'preview', rule),
    queryFn: ({ signal }) => call('POST admin/collections/preview', { rule: rule ?? {} }, { signal }),
    placeholderData: keepPreviousData,
    enabled: rule !== null,
  })
}

/** The names and values of the specifications that filter a category, or the whole shop. */
export function useSpecificationValues(
  filter: Pick<z.input<typeof getProducts.input>, 'productcategoryid' | 'productsubcategoryid'>,
) {
  return useQuery({
    queryKey: adminKey('collections', 'specifications', filter),
    queryFn: async ({ signal }) => {
      const input = { ...filter, facets: true, limit: 1 }
      return (await call('POST product/getproduct', input, { signal })).facets?.specs ?? []
    },
    placeholderData: keepPreviousData,
  })
}
