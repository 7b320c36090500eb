import { useMutation, useQueryClient, type QueryKey, type QueryClient } from '@tanstack/react-query'
import { ApiError, errorMessage } from '#web/lib/api.ts'
import { call, type CallAnswer, type CallName, type CallInput } from '#web/lib/call.ts'
import { showToast } from '#web/lib/toasts.ts'
import { adminKey } from './query.ts'

interface MutationOptions<Input, Output> {
  /** The text of the toast after a success: by default the message of the server; null: no toast. */
  success?: ((output: Output, input: Input) => string | null) | null
  /** The text of the error toast where the server sends none. */
  failure?: string | undefined
  /** The queries to refresh: by default all queries of the dashboard; null for none. */
  refresh?: QueryKey | null | undefined
  /** Refreshes after every error, for records whose next actions depend on what other people did. */
  refreshOnError?: boolean
}

/** What follows a change that a button starts. */
export interface MutateHandlers<Output = unknown> {
  onSuccess?(output: Output): void
  /** Returns true if it shows the error itself. */
  onError?(error: unknown): boolean
}

/** A change in the dashboard. Each of them refreshes what the pages show and confirms the change in a toast. */
export interface AdminMutation<Input, Output> {
  isPending: boolean
  error: Error | null
  /** For buttons: shows an error as a toast. Does nothing while the last change is pending. */
  mutate(input: Input, handlers?: MutateHandlers<Output>): void
  /** For forms, which show errors themselves: rejects with an `ApiError`. */
  mutateAsync(input: Input): Promise<Output>
}

/** Builds every change of the dashboard, so that success, errors and refreshes behave alike on all pages. */
export function useAdminMutation<Input, Output extends { message: string }>(
  send: (input: Input) => Promise<Output>,
  options: MutationOptions<Input, Output> = {},
): AdminMutation<Input, Output> {
  const {
    success = ({ message }) => message || null,
    failure,
    refresh = adminKey(),
    refreshOnError = false,
  } = options
  const client = useQueryClient()
  const refreshShown = async () => {
    if (refresh) await refreshQueries(client, refresh)
  }
  const { isPending, error, mutateAsync } = useMutation({
    mutationFn: send,
    // Offline, a change fails at once. The default would hold it back and send it much later.
    networkMode: 'always',
    async onSuccess(output, input) {
      await refreshShown()
      const text = success && success(output, input)
      if (text !== null) showToast('success', text)
    },
    onError: (reason) => (refreshOnError || showsOldState(reason) ? refreshShown() : undefined),
  })
  return {
    isPending,
    error,
    mutateAsync,
    mutate(input, { onSuccess, onError } = {}) {
      if (isPending) return
      mutateAsync(input).then(onSuccess, (reason: unknown) => {
        if (onError?.(reason)) return
        showToast('error', errorMessage(reason, failure))
        // The page may show an outdated state, for example after another person's change.
        void refreshShown()
      })
    },
  }
}

/** The change that a call makes: `useAdminCall('POST admin/webhooks')`. */
export const useAdminCall = <N extends CallName>(
  name: N,
  options?: MutationOptions<CallInput<N>, CallAnswer<N>>,
): AdminMutation<CallInput<N>, CallAnswer<N>> =>
  useAdminMutation((input: CallInput<N>) => call(name, input), options)

/** The record is gone, or an earlier attempt has added one. */
const showsOldState = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.code === 'key_reused')

/**
 * Reads the shown queries again after a change. `invalidateQueries` alone joins a first read that is under way. That read may
 * have seen the state before the change, so such queries are read once more.
 */
export async function refreshQueries(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstReads = client.getQueryCache().findAll({
    queryKey,
    type: 'active',
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  })
  await client.invalidateQueries({ queryKey })
  const again = firstReads.map((query) =>
    client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }),
  )
  await Promise.all(again)
}
