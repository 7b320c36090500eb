import { useQuery } from '@tanstack/react-query'
import type { Category } from '#contract/catalog/category.ts'
import { call } from '../lib/call.ts'

/** The categories, refetched every 5 s, when the window gets the focus and on mount. */
export function useLiveCategories(initial: Category[]): Category[] {
  const { data } = useQuery({
    queryKey: ['categories'],
    queryFn: async ({ signal }) => {
      const answer = await call('GET productcategory/category', {}, { signal })
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
