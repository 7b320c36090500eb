import { call, type CallAnswer, type CallName, type CallInput } from '#web/lib/call.ts'

/** The prefix of all query keys of the dashboard. Signing out removes these queries. */
export const adminKey = (...key: unknown[]) => ['personal', 'admin', ...key]

/** The query of a read: `useQuery(adminQuery('GET admin/orders', { page: 2 }))`. Its key is the name and the input. */
export const adminQuery = <N extends CallName>(name: N, input: CallInput<N>) => ({
  queryKey: adminKey(name, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(name, input, { signal }),
})

/** The same with the `data` of the answer alone. `state.data` of the query is the whole answer. */
export const adminData = <N extends DataName>(name: N, input: CallInput<N>) => ({
  ...adminQuery(name, input),
  select: ({ data }: { data: Data<N> }): Data<N> => data,
})

/** The calls whose answer has `data`. */
type DataName = { [N in CallName]: CallAnswer<N> extends { data: unknown } ? N : never }[CallName]
type Data<N extends DataName> = CallAnswer<N>['data']
