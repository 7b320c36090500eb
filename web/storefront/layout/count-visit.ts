import { call } from '#web/lib/call.ts'

const STORAGE_KEY = 'visitCounted'
const INTERVAL_MS = 60_000

/**
 * Counts the visitor for the shop’s report: no cookie, no name, at most once a minute, and not who has asked browsers for
 * privacy (Global Privacy Control).
 */
async function countVisit(): Promise<void> {
  if ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) return
  if (wasCountedRecently()) return
  await call('POST visits', {}).catch(() => undefined)
}

/** Also notes that the visit counts now. Pages follow each other quickly. */
function wasCountedRecently(): boolean {
  try {
    const now = Date.now()
    const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0)
    if (now - last < INTERVAL_MS) return true
    sessionStorage.setItem(STORAGE_KEY, String(now))
  } catch {
    // The browser forbids storage.
  }
  return false
}

void countVisit()
