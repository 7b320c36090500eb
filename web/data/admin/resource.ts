import { useQuery, type QueryKey } from '@tanstack/react-query'
import { call, type CallAnswer, type CallInput, type CallName } from '#web/lib/call.ts'
import type { Data, DataName } from '../query.ts'
import { adminKey, adminQuery, useAdminList } from './query.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

/** The calls of one noun, such as a category. */
interface Names<
  L extends DataName,
  D extends DataName,
  C extends CallName,
  U extends CallName,
  R extends CallName,
> {
  list: L
  detail: D
  create: C
  update: U
  remove: R
  /** Sorts the records by hand. */
  order?: OrderName
}

type OrderName = Extract<CallName, `PUT ${string}/order`>

/** The calls of a noun that follow its path: `usualCalls('admin/coupons')`. */
export const usualCalls = <P extends string>(path: P) =>
  ({
    list: `GET ${path}`,
    detail: `GET ${path}/:id`,
    create: `POST ${path}`,
    update: `PATCH ${path}/:id`,
    remove: `DELETE ${path}/:id`,
  }) as const

type Files = Record<string, File>
type WithFiles<N extends CallName> = CallInput<N> & { files?: Files }
type Row<N extends DataName> = Data<N> extends readonly (infer One)[] ? One : never

interface ResourceOptions {
  /** The queries that a change refreshes: by default all of the dashboard, which may show the record too. */
  refresh?: QueryKey
  /** The text of the toast where deleting fails without a message of the server. */
  removeFailure?: string
}

/** Sends an input with files as multipart/form-data. */
function send<N extends CallName>(name: N, { files, ...fields }: WithFiles<N>): Promise<CallAnswer<N>> {
  const sent = files && Object.keys(files).length > 0 ? files : undefined
  return call(name, fields as unknown as CallInput<N>, { files: sent })
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

/** The queries and changes of one noun, from the names of its calls. */
export function adminResource<
  L extends DataName,
  D extends DataName,
  C extends CallName,
  U extends CallName,
  R extends CallName,
>({ list, detail, create, update, remove, order }: Names<L, D, C, U, R>, options: ResourceOptions = {}) {
  const { refresh, removeFailure } = options
  const inputOf = (id: number) => ({ id }) as CallInput<D>

  return {
    /** One page of the table. The last page stays in view until the next one arrives. */
    useList: (query: CallInput<L>) => useAdminList(list, query),

    /** All rows, for choices and for sorting. */
    useAll: (query?: Partial<CallInput<L>>) =>
      useQuery({
        queryKey: adminKey(list, 'all', query),
        queryFn: ({ signal }) =>
          readAll(
            (page) =>
              call(list, { ...query, ...page } as CallInput<L>, { signal }) as unknown as Promise<
                Paged<Row<L>>
              >,
          ),
      }),

    /** A record for its form. Only a change refreshes it, so that a form keeps its first values. */
    useDetail: (id: number, enabled = true) =>
      useQuery({
        ...adminQuery(detail, inputOf(id)),
        enabled,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 0,
        gcTime: 0,
      }),

    /** A record as it is stored now. */
    read: async (id: number): Promise<Data<D>> => (await call(detail, inputOf(id))).data,

    useChanges: () => ({
      create: useAdminMutation((input: WithFiles<C>) => send(create, input), { refresh }),
      update: useAdminMutation((input: WithFiles<U>) => send(update, input), { refresh }),
      remove: useAdminMutation((input: CallInput<R>) => call(remove, input), {
        refresh,
        failure: removeFailure,
      }),
      order: useAdminMutation(
        (ids: number[]) => (order ? call(order, { ids }) : Promise.reject(new Error())),
        {
          refresh,
          failure: 'The order could not be saved. Please try again.',
        },
      ),
    }),
  }
}
