/** What somebody has typed into a form and not saved. This tab keeps it until it is saved or discarded, or they sign out. */
export interface FormDraft {
  /** The texts of the fields by name; a checkbox is `on` or empty. */
  fields: Record<string, string>
  /** The names of the chosen files by field. `draft-files.ts` keeps the files. */
  files?: Record<string, string>
  /** What the form holds beside its fields, such as sorted lists. */
  state?: unknown
  /** The stored record that the form was filled from. */
  start?: unknown
}

const prefix = 'draft '

/** The drafts of the forms on this page. */
const open = new Set<string>()

/** Whether leaving this page would lose what somebody has typed. */
export const hasUnsavedText = (): boolean => open.size > 0

/** Stores the draft of a form on this page. */
export function keepDraft(name: string, draft: FormDraft): void {
  open.add(name)
  inStorage((storage) => storage.setItem(prefix + name, JSON.stringify(draft)))
}

/** Removes a draft: it was saved or discarded. */
export function dropDraft(name: string): void {
  open.delete(name)
  inStorage((storage) => storage.removeItem(prefix + name))
}

/** Keeps the draft of a form that leaves the page. */
export function closeDraft(name: string): void {
  open.delete(name)
}

/**
 * Takes a draft out of the storage. The form stores it again once it shows it, so that a draft that breaks the page breaks
 * it only once.
 */
export function takeDraft(name: string): FormDraft | undefined {
  return inStorage((storage) => {
    const draft = JSON.parse(storage.getItem(prefix + name) ?? 'null') as FormDraft | null
    storage.removeItem(prefix + name)
    return draft ?? undefined
  })
}

export function hasDraft(name: string): boolean {
  return inStorage((storage) => storage.getItem(prefix + name) !== null) ?? false
}

/** Gives one person's drafts to another, who continues on the same page. */
export function moveDrafts(from: string, to: string): void {
  inStorage((storage) => {
    for (const name of Object.keys(storage)) {
      if (!name.startsWith(`${prefix}${from} `)) continue
      storage.setItem(`${prefix}${to} ${name.slice(`${prefix}${from} `.length)}`, storage.getItem(name) ?? '')
      storage.removeItem(name)
    }
  })
}

/** Removes all drafts of this tab at sign-out. */
export function clearFormDrafts(): void {
  open.clear()
  inStorage((storage) => {
    const names = Object.keys(storage).filter((name) => name.startsWith(prefix))
    for (const name of names) storage.removeItem(name)
    // Shoppers never need this script.
    if (names.length > 0) void import('./draft-files.ts').then(({ dropFiles }) => dropFiles(), ignore)
  })
}

const ignore = () => {}

/** Browsers may forbid storage or have no room left; forms work without drafts. */
function inStorage<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(sessionStorage)
  } catch {
    return undefined
  }
}
