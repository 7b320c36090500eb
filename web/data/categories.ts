import { useQuery } from '@tanstack/react-query'
import type { Category, getCategories } from '#contract/catalog/category.ts'
import { api } from '../lib/api.ts'

/** The categories, refetched every 5 s, when the window gets the focus and on mount. */
export function useLiveCategories(initial: Category[]): Category[] {
  const { data } = useQuery({
    queryKey: ['categories'],
    queryFn: async ({ signal }) => {
      const answer = await api<typeof getCategories>('GET', 'productcategory/category', {}, signal)
      return answer.data
    },
    initialData: initial,
    refetchInterval: 5000,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // An unchanged list must not render the page again.
    notifyOnChangeProps: ['data'],
  })
  return data
}
