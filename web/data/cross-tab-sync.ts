import { onlineManager, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentToasts, showToast } from '../lib/toasts.ts'

let channel: BroadcastChannel | undefined
const open = () => (channel ??= new BroadcastChannel('personal'))

/** Refetches personal queries such as `['cart', 'cart-summary']`, here and in other tabs. Resolves when this tab has them. */
export async function refetchEverywhere(client: QueryClient, names: readonly string[]): Promise<void> {
  open().postMessage(names)
  await invalidate(client, names)
}

async function invalidate(client: QueryClient, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: ['personal', name] })))
}

const offlineNotice = 'You’re offline. We’ll save this when you reconnect.'
const unreachableNotice = 'We can’t reach the shop. We’ll keep trying to save this.'

function showOnce(text: string): void {
  if (!currentToasts().some((toast) => toast.text === text)) showToast('info', text)
}

/**
 * Refetches data that other tabs have changed. Shows a notice when a change has to wait for the connection or for a response.
 */
export function useCrossTabSync(): void {
  const client = useQueryClient()
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<string[]>) => void invalidate(client, data)
    open().addEventListener('message', onMessage)
    const unsubscribe = client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { isPaused, failureCount, status } = event.mutation.state
      if (isPaused && !onlineManager.isOnline()) showOnce(offlineNotice)
      // One lost response shows no notice.
      if (event.action.type === 'failed' && failureCount === 2 && status === 'pending')
        showOnce(unreachableNotice)
    })
    return () => {
      open().removeEventListener('message', onMessage)
      unsubscribe()
    }
  }, [client])
}
