import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { callEndpoint } from '#web/lib/call.ts'
import { adminKey } from './query.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

/** The endpoints of one noun, such as a category. */
interface Endpoints {
  list: Endpoint
  detail: Endpoint
  create: Endpoint
  update: Endpoint
  remove: Endpoint
  order?: Endpoint
}

type Files = Record<string, File>
type Input<E> = E extends Endpoint ? z.input<E['input']> : never
type Output<E> = E extends Endpoint ? z.output<E['answer']> & { message: string } : never
type Data<E> = Output<E> extends { data: infer D } ? D : never
type Row<E> = Output<E> extends { data: (infer R)[] } ? R : never

interface ResourceOptions {
  /** The queries that a change refreshes: by default all of the dashboard, which may show the record too. */
  refresh?: QueryKey
  /** The text of the toast where deleting fails without a message of the server. */
  removeFailure?: string
}

/** Calls an endpoint; an input with files is sent as multipart/form-data. */
function send<Answer>(endpoint: Endpoint, input: unknown, signal?: AbortSignal): Promise<Answer> {
  const { files, ...fields } = input as { files?: Files }
  const sent = files && Object.keys(files).length > 0 ? files : undefined
  return callEndpoint(endpoint, fields, { signal, files: sent }) as Promise<Answer>
}

interface Paged<One> {
  data: readonly One[]
  total: number
}

const MAX_PAGE_ROWS = 100

/** Reads all pages of a list. */
async function readAll<One>(
  readPage: (page: { page: number; limit: number }) => Promise<Paged<One>>,
): Promise<One[]> {
  const rows: One[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await readPage({ page, limit: MAX_PAGE_ROWS })
    rows.push(...data)
    if (data.length === 0 || rows.length >= total) return rows
  }
}

/** The queries and changes of one noun, from its endpoints. */
export function adminResource<E extends Endpoints>(
  name: string,
  { list, detail, create, update, remove, order }: E,
  options: ResourceOptions = {},
) {
  type Query = Input<E['list']>
  const { refresh, removeFailure } = options

  return {
    /** One page of the table. The last page stays in view until the next one arrives. */
    useList: (query: Query) =>
      useQuery({
        queryKey: adminKey(name, 'list', query),
        queryFn: ({ signal }) => send<Output<E['list']>>(list, query, signal),
        placeholderData: keepPreviousData,
      }),

    /** All rows, for choices and for sorting. */
    useAll: (query?: Partial<Query>) =>
      useQuery({
        queryKey: adminKey(name, 'all', query),
        queryFn: ({ signal }) =>
          readAll((page) => send<Paged<Row<E['list']>>>(list, { ...query, ...page }, signal)),
      }),

    /** A record for its form. Only a change refreshes it, so that a form keeps its first values. */
    useDetail: (id: number, enabled = true) =>
      useQuery({
        queryKey: adminKey(name, 'detail', id),
        queryFn: ({ signal }) => send<Output<E['detail']>>(detail, { id }, signal),
        enabled,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 0,
        gcTime: 0,
      }),

    /** A record as it is stored now. */
    read: async (id: number) => (await send<{ data: Data<E['detail']> }>(detail, { id })).data,

    useChanges: () => ({
      create: useAdminMutation(
        (input: Input<E['create']> & { files?: Files }) => send<Output<E['create']>>(create, input),
        { refresh },
      ),
      update: useAdminMutation(
        (input: Input<E['update']> & { files?: Files }) => send<Output<E['update']>>(update, input),
        { refresh },
      ),
      remove: useAdminMutation((input: Input<E['remove']>) => send<Output<E['remove']>>(remove, input), {
        refresh,
        failure: removeFailure,
      }),
      order: useAdminMutation((ids: number[]) => send<{ message: string }>(order ?? update, { ids }), {
        refresh,
        failure: 'The order could not be saved. Please try again.',
      }),
    }),
  }
}
