import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Question } from '#contract/comments/question.ts'
import { errorMessage } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { showToast } from '#web/lib/toasts.ts'
import { retriedOnce } from '../visitor/personal-mutation.ts'
import { commentsKey } from './comments.ts'

const PAGE_SIZE = 10

/** The questions on a product, page by page. The first page comes with the document and is refetched. */
export function useQuestions(productId: number, first: { data: Question[]; total: number }) {
  return useInfiniteQuery({
    queryKey: [...commentsKey(productId), 'questions'],
    queryFn: ({ pageParam, signal }) =>
      call('GET questions', { product_id: productId, page: pageParam, limit: PAGE_SIZE }, { signal }),
    initialData: { pages: [{ ...first, message: '' }], pageParams: [1] },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined),
  })
}

/** A new question, or the answer to one. `key` is its idempotency key. */
export type QuestionChange = { key: string; text: string; questionId?: number | undefined }

/** Posts a question or an answer and refetches the questions. Never queued while offline. */
export function useQuestionChange(productId: number) {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    ...retriedOnce,
    mutationFn: ({ key, text, questionId }: QuestionChange): Promise<{ message: string }> => {
      return questionId === undefined
        ? call('POST questions', { product_id: productId, question: text }, { idempotencyKey: key })
        : call('POST questions/:id/answers', { id: questionId, answer: text }, { idempotencyKey: key })
    },
    onSuccess: async ({ message }) => {
      showToast('success', message)
      await client.invalidateQueries({ queryKey: [...commentsKey(productId), 'questions'] })
    },
    onError: (error) => showToast('error', errorMessage(error)),
  })
}
