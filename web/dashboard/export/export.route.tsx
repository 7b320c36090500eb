import type { ShopExport } from '#contract/export/shop-export.ts'
import { permissions } from '#contract/endpoint.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useSession } from '#web/data/account/session.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'

const isUnderWay = ({ state }: ShopExport) => state === 'waiting' || state === 'running'

/** Takes everything of the shop away as one file. */
export default function ExportPage() {
  const { data: user } = useSession()
  const isAllowed = permissions.every((permission) => user?.permissions.includes(permission))
  const query = useAdminData(
    'GET admin/archives',
    {},
    { enabled: isAllowed, pollsWhile: (all) => all.some(isUnderWay) },
  )
  // The page shows the progress, so no toast confirms it.
  const request = useAdminCall('POST admin/archives', { success: null })
  const [latest] = query.data ?? []
  const isRunning = request.isPending || (latest !== undefined && isUnderWay(latest))
  if (!isAllowed) {
    return (
      <DashboardPage title="Export">
        <p>The export contains the whole shop. Only staff with every permission can start it.</p>
      </DashboardPage>
    )
  }
  return (
    <DashboardPage
      title="Export"
      actions={
        // Not `disabled`: a disabled button loses the focus.
        <Button
          aria-disabled={isRunning}
          onClick={() => !isRunning && request.mutate({})}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
        >
          Export everything
        </Button>
      }
    >
      <div className="grid max-w-prose gap-3 text-quiet">
        <p>
          One zip file with products, images, customers, orders, settings and the activity log, in an open
          format. A guide in the file explains it. You can import it into an empty shop.
        </p>
        <p>
          The file has the names and addresses of all customers, but no passwords. Keep it safe. It is deleted
          here after 24 hours.
        </p>
      </div>
      <Loaded query={query} skeleton={<Skeleton className="mt-6 h-40" />}>
        {(exports) => (
          <>
            <p role="status" className="sr-only">
              {statusText(latest, isRunning)}
            </p>
            {exports.length === 0 ? (
              <EmptyState
                icon="bag"
                title="No exports yet"
                text="Choose “Export everything”. The file appears here."
              />
            ) : (
              <ul className="mt-6 grid max-w-3xl gap-3">
                {exports.map((each) => (
                  <ExportItem key={each.id} {...each} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

/** Announced once for each state, not for each step of the progress. */
function statusText(latest: ShopExport | undefined, isRunning: boolean): string {
  if (isRunning) return 'Exporting…'
  if (latest?.state === 'failed') return 'The export failed.'
  return latest ? 'The export is ready to download.' : ''
}

function ExportItem({
  id,
  state,
  progress,
  requestedBy,
  requestedAt,
  bytes,
  removedAt,
  contentHash,
}: ShopExport) {
  const shop = useShop()
  const when = formatDateTime(requestedAt, shop)
  const isOpen = state === 'waiting' || state === 'running'
  const percent = Math.floor(progress * 100)
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 rounded-xs border border-line bg-card p-4">
      <div className="min-w-0 grow">
        <p className="font-medium">
          {when}, by {requestedBy}
        </p>
        {isOpen && (
          <div className="mt-2 flex items-center gap-3">
            <progress
              aria-label="Export"
              value={progress}
              max={1}
              className="h-2 w-full max-w-xs appearance-none bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
            />
            <span className="tabular text-sm text-quiet">{percent} %</span>
          </div>
        )}
        {state === 'failed' && (
          <p className="text-sm text-danger">The export failed. The log of the server says why. Try again.</p>
        )}
        {state === 'done' && removedAt && (
          <p className="text-sm wrap-anywhere text-quiet">
            {megabytes(bytes ?? 0)} MB, until {formatDateTime(removedAt, shop)}. Content hash {contentHash}
          </p>
        )}
      </div>
      {state === 'done' && (
        <a
          href={dashboardLinks.exportFile(id)}
          download
          aria-label={`Download the export of ${when}`}
          className={buttonStyle('secondary')}
        >
          Download
        </a>
      )}
    </li>
  )
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)
