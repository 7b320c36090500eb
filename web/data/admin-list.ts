import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'

/** Every key of the dashboard begins like this, so that signing out empties them all. */
export const adminKey = (...what: unknown[]) => ['personal', 'admin', ...what]

interface Paged<Row> {
  data: readonly Row[]
  total: number
}

/** All rows of a list that is answered in pages, for choices and for putting them in order. */
export async function readAll<Row>(
  read: (asked: { page: number; limit: number }) => Promise<Paged<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await read({ page, limit: 100 })
    rows.push(...data)
    if (data.length === 0 || rows.length >= total) return rows
  }
}

/** One row of a list as it is stored now; rejects, in words, where it is gone. */
export async function readRow<Row>(
  read: (asked: { page: number; limit: number }) => Promise<Paged<Row>>,
  isIt: (row: Row) => boolean,
): Promise<Row> {
  const row = (await readAll(read)).find(isIt)
  if (!row) throw new Error('Somebody has deleted this meanwhile.')
  return row
}

/** Wraps a change: answers what the server says, and what the dashboard shows is read anew. */
export function useChange() {
  const client = useQueryClient()
  // What is moved or renamed is shown by other lists too; after a refusal they may be older than the shop.
  const readAnew = () => client.invalidateQueries({ queryKey: adminKey() })
  return async (work: Promise<{ message: string }>): Promise<string> => {
    const { message } = await work.catch(async (error: unknown) => {
      // A form that asks what to do then is not filled anew below the hands of who answers.
      if (!(error instanceof ApiError && error.code === 'changed_meanwhile')) await readAnew()
      throw error
    })
    await readAnew()
    return message
  }
}
