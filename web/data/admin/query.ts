import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type CallName, type CallInput } from '#web/lib/call.ts'
import type { Data, DataName } from '../query.ts'

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

const POLL_MS = 1000

interface ReadOptions<N extends DataName> {
  enabled?: boolean
  /** 0 reads again whenever the page opens. */
  staleTime?: number
  /** Reads again while this holds. */
  pollsWhile?(data: Data<N>): boolean
  /** The wait before the next read, after so many answers: by default a second. */
  pollMs?(answers: number): number
}

/** Reads the `data` of an answer: `useAdminData('GET admin/email-templates', {})`. */
export const useAdminData = <N extends DataName>(
  name: N,
  input: CallInput<N>,
  { pollsWhile, pollMs = () => POLL_MS, ...options }: ReadOptions<N> = {},
) =>
  useQuery({
    ...adminData(name, input),
    ...options,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && pollsWhile?.(data.data) ? pollMs(dataUpdateCount) : false,
  })

/** Reads the `data` of an answer as it is stored now. */
export const readData = async <N extends DataName>(name: N, input: CallInput<N>): Promise<Data<N>> =>
  (await call(name, input)).data

/** A read without input, for forms. A form keeps the data it started with until it is saved. */
export const formData = <N extends DataName>(name: N) => ({
  useData: () =>
    useQuery({ ...adminData(name, {} as CallInput<N>), staleTime: Infinity, refetchOnMount: 'always' }),
  read: () => readData(name, {} as CallInput<N>),
})

/** Reads a page of a list, with the table state of the URL as its query. The last page stays in view until the next one arrives. */
export const useAdminList = <N extends CallName>(name: N, query: CallInput<N>) =>
  useQuery({ ...adminQuery(name, query), placeholderData: keepPreviousData })
