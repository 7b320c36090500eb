/** The prefix of all query keys of the dashboard. Signing out removes these queries. */
export const adminKey = (...key: unknown[]) => ['personal', 'admin', ...key]

export interface Paged<Row> {
  data: readonly Row[]
  total: number
}

const MAX_PAGE_ROWS = 100

/** Reads all pages of a list. */
export async function readAll<Row>(
  readPage: (page: { page: number; limit: number }) => Promise<Paged<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await readPage({ page, limit: MAX_PAGE_ROWS })
    rows.push(...data)
    if (data.length === 0 || rows.length >= total) return rows
  }
}
