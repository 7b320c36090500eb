import { useInfiniteQuery } from '@tanstack/react-query'
import type { Comment, getComments } from '#contract/comment.ts'
import { api } from '../lib/api.ts'

const pageSize = 20

interface FirstComments {
  data: Comment[]
  total: number
}

/** The comments on a product, page by page; `first` came with the page and is read anew once they are `seen`. */
export function useComments(productId: number, first: FirstComments, seen: boolean) {
  return useInfiniteQuery({
    queryKey: ['comments', productId],
    queryFn: ({ pageParam, signal }) =>
      api<typeof getComments>(
        'POST',
        'comment/getComments',
        { product_id: productId, page: pageParam, limit: pageSize },
        signal,
      ),
    initialData: { pages: [{ ...first, message: '' }], pageParams: [1] },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
    enabled: seen,
  })
}
