import { useNavigate } from 'react-router'
import type { BulkResult } from '#contract/admin-product.ts'
import { useRevert } from '../../data/admin-audit.ts'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'

/** Says that a bulk change is made, and offers to take all of it back; where somebody has changed it since, its history decides. */
export function useBulkDone() {
  const revert = useRevert()
  const navigate = useNavigate()

  async function undo(job: string) {
    try {
      const { data } = await revert({ job })
      showToast('success', `${data.records} ${data.records === 1 ? 'product is' : 'products are'} as before`)
    } catch (error) {
      showToast('error', serverMessage(error) ?? 'It could not be taken back. Please try again.', {
        name: 'History',
        run: () => void navigate(`/dashboard/audit?job=${job}`),
      })
    }
  }

  return ({ changed, job }: BulkResult) =>
    showToast(
      'success',
      `${changed} ${changed === 1 ? 'product is' : 'products are'} changed`,
      job === null ? undefined : { name: 'Undo', run: () => void undo(job) },
    )
}
