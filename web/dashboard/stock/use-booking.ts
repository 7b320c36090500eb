import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'

/**
 * Books something once, however often the button is pressed: all tries carry one key. Where a try that seemed lost has
 * arrived after all, and something else is sent now, that is said.
 */
export function useBooking(onDone: () => void) {
  const [key] = useState(() => crypto.randomUUID())
  return async (book: (key: string) => Promise<string>) => {
    try {
      showToast('success', await book(key))
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'key_reused') {
        throw new Error('The first try was booked after all. Close this and look at the ledger.')
      }
      throw error
    }
  }
}
