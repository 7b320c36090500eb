import { hasResponse } from '#web/lib/api.ts'
import { call, type CallAnswer, type CallInput, type CallName } from '#web/lib/call.ts'

/** The calls whose answer has `data`. */
export type DataName = { [N in CallName]: CallAnswer<N> extends { data: unknown } ? N : never }[CallName]
/** The `data` of an answer. */
export type Data<N extends DataName> = CallAnswer<N>['data']

/**
 * The query of a read, with the `data` of its answer: `useQuery(query('GET search/suggestions', { q }))`. Its key is the name and
 * the input. Personal data needs a key of its own, `['personal', 'cart']`: other tabs and the server name it, and signing out removes it.
 */
export const query = <N extends DataName>(
  name: N,
  input: CallInput<N>,
  queryKey: readonly unknown[] = [name, input],
) => ({
  queryKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Data<N>> =>
    (await call(name, input, { signal })).data,
})

/** Repeats a read that got no response, and shows a refusal at once. */
export const retryUnanswered = (failures: number, error: Error) => failures < 3 && !hasResponse(error)
