import { useQuery } from '@tanstack/react-query'
import type { Category } from '#contract/catalog/category.ts'
import { query } from './query.ts'

/** The categories, refetched every 5 s, when the window gets the focus and on mount. */
export function useLiveCategories(initial: Category[]): Category[] {
  const { data } = useQuery({
    ...query('GET productcategory/category', {}),
    initialData: initial,
    refetchInterval: 5000,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // An unchanged list must not render the page again.
    notifyOnChangeProps: ['data'],
  })
  return data
}
