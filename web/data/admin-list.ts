import { useQueryClient } from '@tanstack/react-query'

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

/** Wraps a change: answers what the server says, and what the dashboard shows is read anew. */
export function useChange() {
  const client = useQueryClient()
  return async (work: Promise<{ message: string }>): Promise<string> => {
    try {
      return (await work).message
    } finally {
      // What is moved or renamed is shown by other lists too; after a refusal they may be older than the shop.
      await client.invalidateQueries({ queryKey: adminKey() })
    }
  }
}
