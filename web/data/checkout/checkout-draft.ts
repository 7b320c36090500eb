import type { CallInput } from '#web/lib/call.ts'

/** The request body of placing an order. */
export type OrderInput = CallInput<'POST orders'>

/** A sent order without an answer yet. Sent again under the same key, it is placed only once. */
export interface OrderAttempt {
  key: string
  body: OrderInput
}

/** The checkout's field values by name. They never contain payment data. */
interface Draft {
  fields: Record<string, string>
  /** The owner: another user of this browser must not see it. */
  userId: number | null
  attempt?: OrderAttempt
}

const prefix = 'checkout '

/** Reads this tab's checkout draft of a shop, if it belongs to this user. */
export function readDraft(configId: number, userId: number | null): Draft {
  const empty: Draft = { fields: {}, userId }
  const draft = touch(() => JSON.parse(sessionStorage.getItem(prefix + configId) ?? 'null') as Draft | null)
  const isOwn = draft && (draft.userId === null || draft.userId === userId)
  return isOwn ? { ...draft, userId } : empty
}

/** Stores the draft until the tab is closed. */
export function writeDraft(configId: number, draft: Draft): void {
  touch(() => sessionStorage.setItem(prefix + configId, JSON.stringify(draft)))
}

/** Removes the draft once the order is placed. */
export function clearDraft(configId: number): void {
  touch(() => sessionStorage.removeItem(prefix + configId))
}

/** Removes all drafts at sign-out. */
export function clearDrafts(): void {
  touch(() => {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
    for (const name of names) sessionStorage.removeItem(name)
  })
}

/** Browsers may forbid storage; the checkout works without it. */
function touch<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
