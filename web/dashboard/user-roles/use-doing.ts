import { useState } from 'react'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'

/** Does one thing at a time and says in a toast what came of it. */
export function useDoing() {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    /** Answers whether it was done. */
    async run(work: () => Promise<string>): Promise<boolean> {
      if (busy) return false
      setBusy(true)
      try {
        showToast('success', await work())
        return true
      } catch (error) {
        showToast('error', serverMessage(error) ?? 'This could not be done. Please try again.')
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
