import { useQuery } from '@tanstack/react-query'
import type { getCategories, getSubcategories } from '#contract/category.ts'
import type { getSpecifications } from '#contract/specification.ts'
import { api } from '../lib/api.ts'

const keyOf = (...what: (string | number)[]) => ['personal', 'admin', 'choices', ...what]

/** The categories that a product can be in. */
export function useCategoryChoices() {
  return useQuery({
    queryKey: keyOf('categories'),
    queryFn: async ({ signal }) =>
      (await api<typeof getCategories>('GET', 'productcategory/category', {}, signal)).data,
  })
}

/** The subcategories of a category; nothing is asked until there is one. */
export function useSubcategoryChoices(categoryId: string | undefined) {
  return useQuery({
    queryKey: keyOf('subcategories', categoryId ?? ''),
    queryFn: async ({ signal }) => {
      const input = { parent_category_id: categoryId ?? '' }
      return (await api<typeof getSubcategories>('POST', 'productSubcategory/getSubcategory', input, signal))
        .data
    },
    enabled: Boolean(categoryId),
  })
}

/** The names that specifications can have. */
export function useSpecificationChoices() {
  return useQuery({
    queryKey: keyOf('specifications'),
    queryFn: async ({ signal }) =>
      (await api<typeof getSpecifications>('POST', 'specification/getspecification', {}, signal)).data,
  })
}
