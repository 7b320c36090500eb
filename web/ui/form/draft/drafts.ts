import { createContext, type RefObject } from 'react'

/** Whose drafts the forms below keep. Without it they keep none. */
export const DraftOwner = createContext<string | undefined>(undefined)

/** How the forms below keep drafts. The dashboard brings it; the storefront does without, and without its code. */
export const DraftHook = createContext<UseDraft>(useNoDraft)

export interface DraftOptions {
  /** Tells the form from all others, such as `category 7`. */
  name: string
  /** The stored record that the form is filled from. A restored draft is saved on top of the one it was typed for. */
  start?: unknown
  /** What the form holds beside its fields. */
  state?: DraftState
}

export interface DraftState {
  /** Undefined while the form shows its record unchanged. */
  value: unknown
  /** Receives an earlier value. */
  restore(value: unknown): void
}

/** What a form shows about its draft. */
export interface ShownDraft {
  isRestored: boolean
  /** Files that were chosen could not be kept. */
  hasLostFiles: boolean
  /** Shows the record again without what was typed. */
  discard(): void
  /** Forgets what was typed, because the form closes without saving. */
  remove(): void
}

/** What a form tells about itself, and what is known of its draft. */
export interface FormDrafts {
  changed(this: void, field?: string): void
  /** Whether the fields change because a draft is shown, not because somebody types. */
  isFilling(this: void): boolean
  /** The record that a restored draft was typed for. */
  start(this: void): unknown
  sending(this: void, isSending: boolean): void
  saved(this: void): void
  shown: ShownDraft
}

type UseDraft = (
  form: RefObject<HTMLFormElement | null>,
  options: DraftOptions | undefined,
  setDirty: (isDirty: boolean) => void,
) => FormDrafts

const ignore = () => undefined
const none: FormDrafts = {
  changed: ignore,
  isFilling: () => false,
  start: ignore,
  sending: ignore,
  saved: ignore,
  shown: { isRestored: false, hasLostFiles: false, discard: ignore, remove: ignore },
}

function useNoDraft(): FormDrafts {
  return none
}
