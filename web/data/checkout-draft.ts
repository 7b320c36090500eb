import type { z } from 'zod'
import type { placeOrder } from '#contract/order.ts'

/** What is sent to place an order. */
export type OrderInput = z.input<typeof placeOrder.input>

/** An order that was sent, of which it is not known whether it has arrived. Sent again under its key, it is made once. */
export interface Attempt {
  key: string
  body: OrderInput
}

/** What was typed into the checkout, by the names of its fields. Nothing about cards or accounts is ever in it. */
interface Draft {
  fields: Record<string, string>
  /** Whose it is: what somebody typed who was signed in is not shown to the next. */
  userId: number | null
  attempt?: Attempt
}

const prefix = 'checkout '

/** What this tab has kept of the checkout of a shop, for who is here now. */
export function readDraft(configId: number, userId: number | null): Draft {
  const nothing: Draft = { fields: {}, userId }
  const draft = touch(() => JSON.parse(sessionStorage.getItem(prefix + configId) ?? 'null') as Draft | null)
  const isOwn = draft && (draft.userId === null || draft.userId === userId)
  return isOwn ? { ...draft, userId } : nothing
}

/** Keeps it: across reloads and errors, until the tab is closed. */
export function writeDraft(configId: number, draft: Draft): void {
  touch(() => sessionStorage.setItem(prefix + configId, JSON.stringify(draft)))
}

/** After the order is placed. */
export function forgetDraft(configId: number): void {
  touch(() => sessionStorage.removeItem(prefix + configId))
}

/** Whoever signs out leaves nothing behind. */
export function forgetDrafts(): void {
  touch(() => {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
    for (const name of names) sessionStorage.removeItem(name)
  })
}

/** A browser may forbid its storage; the checkout works without. */
function touch<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
