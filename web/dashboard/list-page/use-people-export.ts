import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useCan } from '#web/data/account/permission.ts'

type ListKind = Parameters<typeof dashboardLinks.listExport>[0]

/** The file of a list with data about people, as props of its table; empty for staff who may not save it. */
export function usePeopleExport(kind: ListKind) {
  const can = useCan()
  return can('exports') ? { exportUrl: dashboardLinks.listExport(kind) } : {}
}
