import { useContext, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { closeDraft, dropDraft, keepDraft, takeDraft, type FormDraft } from '#web/lib/form-drafts.ts'
import { dropFiles, keepFile, readFiles } from '#web/lib/draft-files.ts'
import { chooseFiles, chosenFiles, defaultChoices, fillFields, readFields } from './draft-fields.ts'
import { DraftOwner, type DraftOptions, type FormDrafts, type ShownDraft } from './drafts.ts'

/** The forms that are being saved. Their fields fill again from the new version, not from the draft. */
const sending = new Set<string>()

/** Keeps what is typed into a form for this tab, and restores it when the form appears again. */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  options: DraftOptions | undefined,
  setDirty: (isDirty: boolean) => void,
): FormDrafts {
  const owner = useContext(DraftOwner)
  const name = owner && options && `${owner} ${options.name}`
  const latest = useRef(options)
  /** The values of the form before the first edit; undefined after saving, until the form is read again. */
  const unchanged = useRef<FormDraft>(undefined)
  const restoredStart = useRef<unknown>(undefined)
  /** The texts to fill in once the state beside them is shown. */
  const missing = useRef<Record<string, string>>(undefined)
  const isFilling = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The names of the files that are still being read. */
  const awaited = useRef<Record<string, string>>(undefined)
  const [isRestored, setRestored] = useState(false)
  const [hasLostFiles, setLostFiles] = useState(false)
  const [, showAgain] = useState(0)

  useLayoutEffect(() => {
    latest.current = options
  })

  // Before the effect that restores, so that the restored state is rendered first.
  useLayoutEffect(() => {
    if (!missing.current || !form.current) return
    isFilling.current = true
    missing.current = fillFields(form.current, missing.current)
    isFilling.current = false
  })

  useLayoutEffect(() => {
    if (!name || !form.current) return
    // Another owner takes over what is typed.
    unchanged.current ??= read(form.current)
    const draft = sending.has(name) ? undefined : takeDraft(name)
    if (draft) {
      show(draft)
      if (draft.files) void restoreFiles(name, draft.files)
      restoredStart.current = draft.start
      setRestored(true)
      setDirty(true)
      changed()
    }
    // The last letters before a reload wait for the timer.
    const leave = () => timer.current !== undefined && store()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      stopTimer()
      closeDraft(name)
    }
    // Once per form: the functions read the latest options.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [name])

  const stateText = JSON.stringify(options?.state?.value)
  useEffect(() => {
    if (latest.current?.state) changed()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stateText])

  const read = (element: HTMLFormElement): FormDraft => ({
    fields: readFields(element),
    state: latest.current?.state?.value,
    ...namesOf(chosenFiles(element)),
  })

  function show({ fields, state }: FormDraft) {
    latest.current?.state?.restore(state)
    missing.current = fields
    showAgain((count) => count + 1)
  }

  async function restoreFiles(draftName: string, names: Record<string, string>) {
    awaited.current = names
    const files = await readFiles(draftName)
    // A file that was chosen since, or a discarded draft, wins.
    if (awaited.current !== names || !form.current) return
    awaited.current = undefined
    chooseFiles(form.current, { ...files, ...chosenFiles(form.current) })
    setLostFiles(Object.keys(names).some((field) => !files[field]))
    changed()
  }

  /** Stores the draft after the next render, which may change what the form holds beside its fields. */
  function changed(field?: string) {
    if (field) delete missing.current?.[field]
    const input = field && form.current?.elements.namedItem(field)
    if (name && input instanceof HTMLInputElement && input.type === 'file')
      void keepFile(name, input.name, input.files?.[0])
    if (name) timer.current ??= setTimeout(store)
  }

  function store() {
    stopTimer()
    if (!name || !form.current) return
    const now = read(form.current)
    unchanged.current ??= now
    const { state } = latest.current ?? {}
    const isUnchanged = state && state.value === undefined
    if (isUnchanged || JSON.stringify(now) === JSON.stringify(unchanged.current)) return dropDraft(name)
    const fields = { ...now.fields, ...missing.current }
    const files = awaited.current && { files: { ...awaited.current, ...now.files } }
    keepDraft(name, { ...now, ...files, fields, start: restoredStart.current ?? latest.current?.start })
  }

  function stopTimer() {
    clearTimeout(timer.current)
    timer.current = undefined
  }

  function forget() {
    if (!name) return
    stopTimer()
    missing.current = undefined
    restoredStart.current = undefined
    awaited.current = undefined
    dropDraft(name)
    void dropFiles(name)
    setRestored(false)
    setLostFiles(false)
  }

  return {
    changed,
    /** Whether the fields change because a draft is shown, not because somebody types. */
    isFilling: () => isFilling.current,
    /** The record that a restored draft was typed for. */
    start: () => restoredStart.current,
    sending: (isSending: boolean) => {
      if (!name) return
      if (isSending) sending.add(name)
      else sending.delete(name)
    },
    saved() {
      forget()
      unchanged.current = undefined
      changed()
    },
    shown: {
      isRestored,
      hasLostFiles,
      discard() {
        const before = unchanged.current
        forget()
        if (form.current) chooseFiles(form.current, {})
        if (before) show({ ...before, fields: { ...before.fields, ...defaultChoices(form.current) } })
        setDirty(false)
        form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
      },
      remove: forget,
    } satisfies ShownDraft,
  }
}

/** Nothing without files, so that a draft without them equals what the page came with. */
function namesOf(files: Record<string, File>): Pick<FormDraft, 'files'> {
  const names = Object.entries(files).map(([field, file]) => [field, file.name])
  return names.length > 0 ? { files: Object.fromEntries(names) as Record<string, string> } : {}
}
