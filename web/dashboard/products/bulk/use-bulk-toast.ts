import { useNavigate } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useUndo } from '#web/data/admin/audit.ts'
import { useShop } from '#web/data/shop.ts'
import { errorMessage } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toasts.ts'
import type { BulkDone } from './bulk-parts.ts'

/** Confirms a bulk edit with a toast that can undo all its parts, or open the activity log if the undo fails. */
export function useBulkToast() {
  const { locale } = useShop()
  const undo = useUndo({ success: null })
  const navigate = useNavigate()
  const countText = (count: number) =>
    `${count.toLocaleString(locale)} ${count === 1 ? 'product' : 'products'}`

  async function undoJobs(jobs: readonly string[]) {
    let restored = 0
    for (const job of jobs) {
      try {
        restored += (await undo.mutateAsync({ job })).data.records
      } catch (error) {
        const reason = errorMessage(error, 'This could not be undone. Please try again.')
        return showToast('error', restored > 0 ? `${countText(restored)} restored. ${reason}` : reason, {
          name: 'Activity log',
          run: () => void navigate(dashboardLinks.audit({ job })),
        })
      }
    }
    showToast('success', `${countText(restored)} restored`)
  }

  return ({ changed, jobs }: Pick<BulkDone, 'changed' | 'jobs'>) =>
    showToast(
      'success',
      `${countText(changed)} updated`,
      jobs.length === 0 ? undefined : { name: 'Undo', run: () => void undoJobs(jobs) },
    )
}
