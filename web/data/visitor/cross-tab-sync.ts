import type { QueryClient } from '@tanstack/react-query'

let channel: BroadcastChannel | undefined
const callbacks = new Set<(names: readonly string[]) => void>()

function open(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel('personal')
  channel.onmessage = ({ data }: MessageEvent<string[]>) => {
    for (const callback of callbacks) callback(data)
  }
  return channel
}

/** Makes other tabs read again what has changed, such as `['cart', 'cart-summary']`. */
export const tellOtherTabs = (names: readonly string[]): void => open().postMessage(names)

/** Calls back with the names of what another tab has changed. A page that Back returns to has to read everything anyway. */
export function onChangeInOtherTab(callback: (names: readonly string[]) => void): void {
  callbacks.add(callback)
  open()
  // An open channel would keep the page out of the browser's memory of the pages before.
  addEventListener('pagehide', () => {
    channel?.close()
    channel = undefined
  })
  addEventListener('pageshow', open)
}

/** Refetches personal queries such as `['cart', 'cart-summary']`, here and in other tabs. Resolves when this tab has them. */
export async function refetchEverywhere(client: QueryClient, names: readonly string[]): Promise<void> {
  tellOtherTabs(names)
  await refetchHere(client, names)
}

/** Refetches personal queries. */
export async function refetchHere(client: QueryClient, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: ['personal', name] })))
}
