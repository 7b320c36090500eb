import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { importKinds } from '#contract/imports/kinds.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { ShortList } from '../list-page/short-list.tsx'
import { Panel } from '../panel.tsx'
import { formatLabels, stepLabels } from './import-labels.ts'
import { UploadPanel } from './upload-panel.tsx'

/** Uploads a file, and lists the latest imports. */
export default function ImportsPage() {
  const shop = useShop()
  const query = useAdminList('GET admin/imports', {})
  return (
    <DashboardPage title="Import">
      <div className="grid gap-6">
        <UploadPanel />
        <Panel title="Latest imports">
          <ShortList
            query={query}
            height="h-48"
            empty={
              <EmptyState
                icon="bag"
                title="No imports yet"
                text="Your imports will appear here, and you can undo them."
              />
            }
          >
            {(one) => (
              <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
                <div className="min-w-0">
                  <Link
                    to={dashboardLinks.import(one.id)}
                    className="inline-flex min-h-6 items-center font-medium underline underline-offset-4 wrap-anywhere"
                  >
                    {one.filename}
                  </Link>
                  <p className="text-sm text-quiet">
                    {importKinds[one.kind].name} · {formatLabels[one.format]} ·{' '}
                    {formatDateTime(one.created_at, shop)} · {one.by}
                  </p>
                </div>
                <p>{stepLabels[one.step]}</p>
              </li>
            )}
          </ShortList>
          {query.data && (
            <p className="mt-4 text-sm text-quiet">
              Files and rows of imports take {megabytes(query.data.storage.bytes)} of{' '}
              {megabytes(query.data.storage.limit)}. They are deleted after {query.data.storage.days} days.
            </p>
          )}
        </Panel>
      </div>
    </DashboardPage>
  )
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`
