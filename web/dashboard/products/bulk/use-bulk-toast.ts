import { useNavigate } from 'react-router'
import { dashboardLinks } from '#contract/links.ts'
import type { BulkResult } from '#contract/catalog/admin-product.ts'
import { useUndo } from '../../../data/admin/audit.ts'
import { errorMessage } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toasts.ts'

const countText = (count: number) => (count === 1 ? '1 product' : `${count} products`)

/** Confirms a bulk edit with a toast that can undo it, or open the activity log if the undo fails. */
export function useBulkToast() {
  const undo = useUndo(({ data }) => `${countText(data.records)} restored`)
  const navigate = useNavigate()

  function undoJob(job: string) {
    undo.mutate(
      { job },
      {
        onError(error) {
          showToast('error', errorMessage(error, 'This could not be undone. Please try again.'), {
            name: 'Activity log',
            run: () => void navigate(dashboardLinks.audit({ job })),
          })
          return true
        },
      },
    )
  }

  return ({ changed, job }: BulkResult) =>
    showToast(
      'success',
      `${countText(changed)} updated`,
      job === null ? undefined : { name: 'Undo', run: () => undoJob(job) },
    )
}
