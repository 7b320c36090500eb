import { listExports, type ExportFormat, type ListExportKind } from '#contract/list-export.ts'
import { personalRoute, type Route } from '#server/http/route.ts'
import { exportedLists } from './columns.ts'
import { writeList } from './write-list.ts'

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
      const chosen = ids && new Set(ids.split(','))
      const shown = Object.entries(columns).filter(([id]) => !chosen || chosen.has(id))
      const day = new Date().toISOString().slice(0, 10)
      return {
        name: `${kind}_${day}.${format}`,
        media: media[format],
        stream: await writeList(context, { source, columns: Object.fromEntries(shown), query, format }),
      }
    })
  })
