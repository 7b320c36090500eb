import { useEffect } from 'react'
import { showToast } from '../../lib/toasts.ts'

/** Says so when the connection is lost, before a link leads nowhere, and when it is back. */
export function useOfflineNotice(): void {
  useEffect(() => {
    const lost = () => showToast('info', 'You are offline. New pages can be opened once you are back online.')
    const back = () => showToast('success', 'You are back online.')
    addEventListener('offline', lost)
    addEventListener('online', back)
    return () => {
      removeEventListener('offline', lost)
      removeEventListener('online', back)
    }
  }, [])
}
