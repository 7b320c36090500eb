import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { showToast } from '#web/lib/toasts.ts'
import { query, type Data } from '../query.ts'
import { commentsKey, votesKey } from './comments.ts'

type OwnVotes = Data<'GET comments/votes'>

/** What the signed-in shopper has done about a product; undefined while unknown and for guests. */
export function useOwnVotes(productId: number, isSignedIn: boolean): OwnVotes | undefined {
  return useQuery({
    ...query('GET comments/votes', { product_id: productId }, votesKey(productId)),
    enabled: isSignedIn,
  }).data
}

/** Finds a comment or answer helpful, or no longer. The button changes at once, and back if the server refuses. */
export function useVote(productId: number) {
  const client = useQueryClient()
  const queryKey = votesKey(productId)
  return useMutation({
    networkMode: 'always',
    // Presses arrive in their order, so that the last one counts.
    scope: { id: 'vote' },
    mutationFn: (vote: { id: number; helpful: boolean }) => call('PUT comments/:id/helpful', vote),
    onMutate: async ({ id, helpful }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData<OwnVotes>(queryKey)
      client.setQueryData<OwnVotes>(queryKey, (votes) => {
        const others = votes?.helpful.filter((other) => other !== id) ?? []
        return votes && { ...votes, helpful: helpful ? [...others, id] : others }
      })
      return before
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before)
      showToast('error', errorMessage(error))
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: commentsKey(productId) }),
      ]),
  })
}
