import { onlineManager, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentToasts, showToast } from '../lib/toasts.ts'

let channel: BroadcastChannel | undefined
const open = () => (channel ??= new BroadcastChannel('personal'))

/** Reads personal data anew, here and in the other tabs: `['cart', 'cart-summary']`. Resolves when it is here. */
export async function readAnew(client: QueryClient, names: readonly string[]): Promise<void> {
  open().postMessage(names)
  await invalidate(client, names)
}

async function invalidate(client: QueryClient, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: ['personal', name] })))
}

const waiting = 'You are offline. This will be saved as soon as you are back online.'

/** Keeps this tab in step with the others, and says so when a change has to wait for the line. */
export function useInStep(): void {
  const client = useQueryClient()
  useEffect(() => {
    const told = ({ data }: MessageEvent<string[]>) => void invalidate(client, data)
    open().addEventListener('message', told)
    const stop = client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || !event.mutation.state.isPaused || onlineManager.isOnline()) return
      if (!currentToasts().some(({ text }) => text === waiting)) showToast('info', waiting)
    })
    return () => {
      open().removeEventListener('message', told)
      stop()
    }
  }, [client])
}
