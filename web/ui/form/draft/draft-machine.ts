import type { FormDraft } from '#web/lib/form-drafts.ts'

type Texts = Record<string, string>

/** What is known of a form's draft. */
export interface DraftMachine {
  /** The values before the first edit; undefined after saving, until the form is read again. */
  unchanged?: FormDraft | undefined
  /** The record that the restored draft was typed for. */
  start?: unknown
  isRestored: boolean
  /** Files that were chosen could not be kept. */
  hasLostFiles: boolean
  /** The texts that no field shows yet, because the state beside them or options still load. */
  missing?: Texts | undefined
  /** The names of the files that are still being read. */
  awaited?: Texts | undefined
}

export type DraftEvent =
  /** The form appears, perhaps with a draft of earlier. */
  | { type: 'opened'; form: FormDraft; draft: FormDraft | undefined }
  /** Fields took texts; these are left. */
  | { type: 'filled'; missing: Texts }
  | { type: 'changed'; field?: string | undefined }
  | { type: 'filesRead'; names: Texts; files: Record<string, File> }
  /** The form is read to be stored; `hasRecord` if it shows its record `start` unchanged. */
  | { type: 'read'; form: FormDraft; start: unknown; hasRecord: boolean }
  | { type: 'saved' }
  /** The selects have these options by default. */
  | { type: 'discarded'; choices: Texts }
  | { type: 'removed' }

export type DraftEffect =
  | { type: 'show'; state: unknown }
  | { type: 'readFiles'; names: Texts }
  /** Chooses these files where none was chosen since. */
  | { type: 'chooseFiles'; files: Record<string, File> }
  | { type: 'clearFiles' }
  | { type: 'setDirty'; isDirty: boolean }
  /** Read the form soon: several changes are stored at once. */
  | { type: 'readSoon' }
  | { type: 'keep'; draft: FormDraft }
  /** Nothing is left to keep; `all` with the files and what waits to be read. */
  | { type: 'drop'; all?: true }
  | { type: 'focus' }

export const newDraft: DraftMachine = { isRestored: false, hasLostFiles: false }

/** What follows from an event: the next state, and what the form does then, in order. */
export function nextDraft(draft: DraftMachine, event: DraftEvent): [DraftMachine, DraftEffect[]] {
  switch (event.type) {
    case 'opened':
      return open(draft, event)
    case 'filled':
      return [{ ...draft, missing: event.missing }, []]
    case 'changed': {
      const { [event.field ?? '']: _typed, ...missing } = draft.missing ?? {}
      return [draft.missing ? { ...draft, missing } : draft, [{ type: 'readSoon' }]]
    }
    case 'filesRead':
      return takeFiles(draft, event)
    case 'read':
      return store(draft, event)
    case 'saved':
      return [newDraft, [{ type: 'drop', all: true }, { type: 'readSoon' }]]
    case 'discarded':
      return discard(draft, event.choices)
    case 'removed':
      return [{ ...newDraft, unchanged: draft.unchanged }, [{ type: 'drop', all: true }]]
  }
}

function open(
  draft: DraftMachine,
  { form, draft: earlier }: Extract<DraftEvent, { type: 'opened' }>,
): [DraftMachine, DraftEffect[]] {
  // Another owner takes over what is typed.
  const opened = { ...draft, unchanged: draft.unchanged ?? form }
  if (!earlier) return [opened, []]
  const { fields, state, start, files } = earlier
  return [
    { ...opened, start, isRestored: true, missing: fields, awaited: files },
    [
      { type: 'show', state },
      ...(files ? [{ type: 'readFiles', names: files } as const] : []),
      { type: 'setDirty', isDirty: true },
      { type: 'readSoon' },
    ],
  ]
}

function takeFiles(
  draft: DraftMachine,
  { names, files }: Extract<DraftEvent, { type: 'filesRead' }>,
): [DraftMachine, DraftEffect[]] {
  // A discarded draft wins.
  if (draft.awaited !== names) return [draft, []]
  const hasLostFiles = Object.keys(names).some((field) => !files[field])
  return [
    { ...draft, awaited: undefined, hasLostFiles },
    [{ type: 'chooseFiles', files }, { type: 'readSoon' }],
  ]
}

function store(
  draft: DraftMachine,
  { form, start, hasRecord }: Extract<DraftEvent, { type: 'read' }>,
): [DraftMachine, DraftEffect[]] {
  const { unchanged = form, missing, awaited } = draft
  const next = { ...draft, unchanged }
  if (hasRecord || JSON.stringify(form) === JSON.stringify(unchanged)) return [next, [{ type: 'drop' }]]
  const kept = {
    ...form,
    ...(awaited && { files: { ...awaited, ...form.files } }),
    fields: { ...form.fields, ...missing },
    start: draft.start ?? start,
  }
  return [next, [{ type: 'keep', draft: kept }]]
}

function discard({ unchanged }: DraftMachine, choices: Texts): [DraftMachine, DraftEffect[]] {
  const missing = unchanged && { ...unchanged.fields, ...choices }
  return [
    { ...newDraft, unchanged, missing },
    [
      { type: 'drop', all: true },
      { type: 'clearFiles' },
      ...(unchanged ? [{ type: 'show', state: unchanged.state } as const] : []),
      { type: 'setDirty', isDirty: false },
      { type: 'focus' },
    ],
  ]
}
