// Files that somebody has chosen in a form and not saved. IndexedDB keeps them for this tab, beside the texts of form-drafts.ts.

const MAX_FILE_BYTES = 20 * 1024 * 1024
/** Of all tabs together; the oldest files go first. */
const MAX_TOTAL_BYTES = 60 * 1024 * 1024
/** A closed tab leaves its files behind. */
const MAX_AGE_MS = 24 * 3_600_000

/** Names this tab in the database, which all tabs share. */
const tabKey = 'draft-files-tab'

interface Entry {
  key: [tab: string, draft: string, field: string]
  file: File
  savedAt: number
}

/** Keeps the chosen file of a field; undefined forgets it. A file that is too large is not kept. */
export const keepFile = (draft: string, field: string, file: File | undefined): Promise<void> =>
  inStore(async (store) => {
    const key = [tabId(), draft, field] as Entry['key']
    await done(store.delete(key))
    if (!file || file.size > MAX_FILE_BYTES) return
    const others = (await done(store.getAll() as IDBRequest<Entry[]>)).toSorted(
      (a, b) => b.savedAt - a.savedAt,
    )
    let total = file.size
    for (const other of others) {
      total += other.file.size
      if (total > MAX_TOTAL_BYTES || other.savedAt < Date.now() - MAX_AGE_MS)
        await done(store.delete(other.key))
    }
    await done(store.put({ key, file, savedAt: Date.now() } satisfies Entry))
  }).catch(() => {})

/** The kept files of a draft, by field. */
export const readFiles = (draft: string): Promise<Record<string, File>> =>
  inStore(async (store) => {
    const entries = await done(store.getAll(rangeOf(tabId(), draft)) as IDBRequest<Entry[]>)
    return Object.fromEntries(entries.map(({ key: [, , field], file }) => [field, file]))
  }).catch(() => ({}))

/** Forgets the files of a draft, or of all drafts of this tab. */
export async function dropFiles(draft?: string): Promise<void> {
  try {
    // Most tabs have never kept a file, and then need no database.
    const tab = sessionStorage.getItem(tabKey)
    if (tab === null) return
    const range = draft === undefined ? rangeOf(tab) : rangeOf(tab, draft)
    await inStore((store) => done(store.delete(range)))
  } catch {
    // Nothing was kept.
  }
}

/** All keys that begin with these parts: an array sorts after every text. */
const rangeOf = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []])

function tabId(): string {
  const known = sessionStorage.getItem(tabKey)
  if (known !== null) return known
  const made = `${Date.now()} ${Math.random()}`
  sessionStorage.setItem(tabKey, made)
  return made
}

async function inStore<T>(access: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open('drafts', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('file', { keyPath: 'key' })
  const database = await done(opening)
  try {
    return await access(database.transaction('file', 'readwrite').objectStore('file'))
  } finally {
    database.close()
  }
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('No database'))
  })
