import type { Backup } from '#contract/backup/backup.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'

const states: Record<Backup['state'], { name: string; icon: IconName; style: string }> = {
  waiting: { name: 'Waiting', icon: 'minus', style: 'text-quiet' },
  running: { name: 'Running', icon: 'minus', style: 'text-quiet' },
  proved: { name: 'Proved', icon: 'check', style: 'text-success' },
  failed: { name: 'Failed', icon: 'alert', style: 'text-danger' },
}

/** One backup: when, what it contains, or why it failed. */
export function BackupItem({ backup }: { backup: Backup }) {
  const shop = useShop()
  const { name, icon, style } = states[backup.state]
  const hasFailed = backup.state === 'failed'
  return (
    <li className={`rounded-xs border bg-card p-4 ${hasFailed ? 'border-danger' : 'border-line'}`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon name={icon} className={`size-6 ${style}`} />
        <span className="font-medium">{formatDateTime(backup.requestedAt, shop)}</span>
        <span className="text-quiet">{name}</span>
      </p>
      <div className="mt-1 grid gap-1 pl-9 text-sm wrap-anywhere text-quiet">
        {backup.error !== null && <p className="text-base text-ink">{backup.error}</p>}
        {backup.file !== null && <Contents {...backup} />}
      </div>
    </li>
  )
}

function Contents(backup: Backup) {
  const { locale } = useShop()
  const number = (value: number) => value.toLocaleString(locale)
  const unit = (value: number, of: string) =>
    value.toLocaleString(locale, { style: 'unit', unit: of, maximumFractionDigits: 1 })
  const { missingImages, issues } = backup
  return (
    <>
      <p>
        {unit(backup.bytes / 1e6, 'megabyte')}, {number(backup.rows)} rows, {number(backup.images)} images.
        Saved in {unit(backup.backupSeconds, 'second')}, restored and checked in{' '}
        {unit(backup.proofSeconds, 'second')}.
      </p>
      {missingImages > 0 && (
        <p>
          {missingImages === 1 ? '1 image is' : `${number(missingImages)} images are`} missing in the shop.
        </p>
      )}
      {issues > 0 && (
        <p>
          {issues === 1 ? '1 reconciliation issue' : `${number(issues)} reconciliation issues`}, as in the
          shop.
        </p>
      )}
      <p>{backup.isKept ? backup.file : `${backup.file} (deleted, newer backups replace it)`}</p>
    </>
  )
}
