import { listExports, type ExportFormat, type ListExportKind } from '#contract/export/list-export.ts'
import { personalRoute, type Route } from '#server/http/route.ts'
import { exportedLists, type ExportedList } from './columns.ts'
import { customerHeadings, customerRows } from './customers-file.ts'
import { orderHeadings, orderRows } from './orders-file.ts'
import { productHeadings, productRows } from './products-file.ts'
import { writeList, type Layout } from './write-list.ts'

const media: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl; charset=utf-8',
}

/** One file for each list of the dashboard. `routes` has the calls of the lists, which read the rows. */
export const listExportRoutes = (routes: readonly Route[]): Route[] =>
  (Object.keys(listExports) as ListExportKind[]).map((kind) => {
    const { list, columns } = exportedLists[kind]
    const source = routes.find(({ endpoint }) => endpoint === list)
    if (!source) throw new Error(`No route reads the list ${list.path}`)
    return personalRoute(listExports[kind], async ({ format, columns: ids, ...query }, context) => {
      const layout = (ids === undefined && files[kind]) || tableFile(columns, ids)
      const day = new Date().toISOString().slice(0, 10)
      return {
        name: `${kind}_${day}.${format}`,
        media: media[format],
        stream: await writeList(context, { source, layout, query, format }),
      }
    })
  })

/** The columns of the table that `ids` names, or all. */
function tableFile(columns: ExportedList['columns'], ids: string | undefined): Layout {
  const chosen = ids && new Set(ids.split(','))
  const shown = Object.entries(columns).filter(([id]) => !chosen || chosen.has(id))
  return {
    headings: shown.map(([, { heading }]) => heading),
    keys: shown.map(([id]) => id),
    async rows({ shop }, listed) {
      const format = new Intl.DateTimeFormat('sv-SE', {
        timeZone: shop.timeZone,
        dateStyle: 'short',
        timeStyle: 'short',
      })
      const at = (iso: string) => format.format(new Date(iso))
      return listed.map((row) => shown.map(([, { value }]) => value(row, at)))
    },
  }
}

/** Everything about the records of a list, so that the file can come in again. */
const files: Partial<Record<ListExportKind, Layout>> = {
  products: { headings: productHeadings, keys: productHeadings, rows: productRows },
  orders: { headings: orderHeadings, keys: orderHeadings, rows: orderRows },
  customers: { headings: customerHeadings, keys: customerHeadings, rows: customerRows },
}
