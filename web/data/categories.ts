import { useQuery } from '@tanstack/react-query'
import type { Category, getCategories } from '#contract/category.ts'
import { api } from '../lib/api.ts'

/** The categories as they are now: asked again every 5 s, when the window gets the focus and when the page appears. */
export function useLiveCategories(known: Category[]): Category[] {
  const { data } = useQuery({
    queryKey: ['categories'],
    queryFn: async ({ signal }) => {
      const answer = await api<typeof getCategories>('GET', 'productcategory/category', {}, signal)
      return answer.data
    },
    initialData: known,
    refetchInterval: 5000,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // The same list again draws nothing anew.
    notifyOnChangeProps: ['data'],
  })
  return data
}
