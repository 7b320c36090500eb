import { useSyncExternalStore } from 'react'

const key = 'pincode'
const listeners = new Set<() => void>()

/** The PIN code that somebody checked on this device, on all its pages; empty without one and on the server. */
export const useRememberedPinCode = (): string => useSyncExternalStore(subscribe, readPinCode, () => '')

/** The remembered PIN code; empty if there is none or the browser forbids storage. */
function readPinCode(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Remembers a PIN code; an empty one forgets it. */
export function rememberPinCode(pincode: string): void {
  try {
    if (pincode) localStorage.setItem(key, pincode)
    else localStorage.removeItem(key)
  } catch {
    // The browser forbids storage.
  }
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  window.addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', notify)
  }
}
