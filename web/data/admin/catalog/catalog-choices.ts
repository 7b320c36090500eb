import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { adminKey, useAdminData } from '../query.ts'

const MAX_MATCHES = 8

/** The categories that a product can be in. */
export const useCategoryChoices = () => useAdminData('GET productcategory/category', {})

/** The subcategories of a category. Without a category nothing is requested. */
export function useSubcategoryChoices(categoryId: string | undefined) {
  return useQuery({
    queryKey: adminKey('choices', 'subcategories', categoryId ?? ''),
    queryFn: async ({ signal }) => {
      const input = { parent_category_id: categoryId ?? '' }
      return (await call('POST productSubcategory/getSubcategory', input, { signal })).data
    },
    enabled: Boolean(categoryId),
  })
}

/** The specifications that a product can describe. */
export const useSpecificationChoices = () => useAdminData('POST specification/getspecification', {})

/** The products whose name contains a text. */
export function useProductSearch(q: string) {
  return useQuery({
    queryKey: adminKey('choices', 'products', q),
    queryFn: async ({ signal }) =>
      (await call('POST product/getproduct', { q, limit: MAX_MATCHES }, { signal })).response,
    placeholderData: keepPreviousData,
    enabled: q !== '',
  })
}
