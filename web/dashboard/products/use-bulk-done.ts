import type { BulkResult } from '#contract/admin-product.ts'
import { showToast } from '../../lib/toasts.ts'

/** Says that a bulk change is made. */
export function useBulkDone() {
  return ({ changed }: BulkResult) =>
    showToast('success', `${changed} ${changed === 1 ? 'product is' : 'products are'} changed`)
}
