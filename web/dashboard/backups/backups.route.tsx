import type { Backup, Backups } from '#contract/backup/backup.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { BackupItem } from './backup-item.tsx'

const isUnderWay = ({ state }: Backup) => state === 'waiting' || state === 'running'

/** Shows whether the shop could be restored today, and since when. */
export default function BackupsPage() {
  const query = useAdminData(
    'GET admin/backups',
    {},
    { pollsWhile: ({ backups }) => backups.some(isUnderWay) },
  )
  // The page shows the progress, so no toast confirms it.
  const request = useAdminCall('POST admin/backups', { success: null })
  const isRunning = request.isPending || query.data?.backups.some(isUnderWay) === true
  return (
    <DashboardPage
      title="Backups"
      actions={
        query.data?.state === 'on' && (
          // Not `disabled`: a disabled button loses the focus.
          <Button
            aria-disabled={isRunning}
            onClick={() => !isRunning && request.mutate({})}
            className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
          >
            Back up now
          </Button>
        )
      }
    >
      <p className="max-w-prose text-quiet">
        Each backup is restored into a scratch database and checked. Only then it counts.
      </p>
      <Loaded query={query} skeleton={<Skeleton className="mt-6 h-96" />}>
        {(data) => (
          <>
            <Plan {...data} />
            <p role="status" className="mt-4 mb-6 font-medium">
              {isRunning ? 'Backing up and checking…' : <LastProof {...data} />}
            </p>
            {data.backups.length > 0 && (
              <ul aria-label="Backups" className="grid max-w-4xl gap-3">
                {data.backups.map((backup) => (
                  <BackupItem key={backup.id} backup={backup} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

/** When backups are made and where they are kept, or why there are none. */
function Plan({ state, folder, nightlyAt }: Backups) {
  if (state === 'on') {
    return (
      <p className="mt-2 max-w-prose text-quiet wrap-anywhere">
        {nightlyAt ? `Every night at ${nightlyAt}` : 'Only on request'}, to {folder}. Kept for 7 days, 4 weeks
        and 12 months.
      </p>
    )
  }
  return (
    <p className="mt-4 max-w-prose border-l-4 border-warning bg-ground p-4">
      {state === 'off'
        ? 'Your shop is not backed up. Start it with the setting BACKUP_KEY, and keep that key in another place.'
        : 'The first shop of this installation makes the backups of all shops, this one included.'}
    </p>
  )
}

function LastProof({ state, lastProof }: Backups) {
  const shop = useShop()
  if (state === 'elsewhere') return null
  if (!lastProof?.finishedAt) return 'No backup has been proved yet.'
  const seconds = Math.max(1, Math.round(lastProof.proofSeconds))
  return `Last proved restore: ${formatDateTime(lastProof.finishedAt, shop)}, ${seconds} s`
}
