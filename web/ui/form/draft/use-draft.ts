import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { closeDraft, dropDraft, keepDraft, takeDraft, type FormDraft } from '../../../lib/form-drafts.ts'
import { defaultChoices, fillFields, readFields } from './draft-fields.ts'

/** Whose drafts the forms below keep. Without it they keep none. */
export const DraftOwner = createContext<string | undefined>(undefined)

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
  /** Shows the record again without what was typed. */
  discard(): void
  /** Forgets what was typed, because the form closes without saving. */
  remove(): void
}

/** The forms that are being saved. Their fields fill again from the new version, not from the draft. */
const sending = new Set<string>()

/** Keeps what is typed into a form for this tab, and restores it when the form appears again. */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  options: DraftOptions | undefined,
  setDirty: (isDirty: boolean) => void,
) {
  const owner = useContext(DraftOwner)
  const name = owner && options && `${owner} ${options.name}`
  const latest = useRef(options)
  /** What the form showed before anything was typed; undefined after saving, until the form is read again. */
  const unchanged = useRef<FormDraft>(undefined)
  const restoredStart = useRef<unknown>(undefined)
  /** The texts to fill in once the state beside them is shown. */
  const missing = useRef<Record<string, string>>(undefined)
  const isFilling = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isRestored, setRestored] = useState(false)
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
  })

  function show({ fields, state }: FormDraft) {
    latest.current?.state?.restore(state)
    missing.current = fields
    showAgain((count) => count + 1)
  }

  /** Stores the draft after the next render, which may change what the form holds beside its fields. */
  function changed(field?: string) {
    if (field) delete missing.current?.[field]
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
    keepDraft(name, { ...now, fields, start: restoredStart.current ?? latest.current?.start })
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
    dropDraft(name)
    setRestored(false)
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
      discard() {
        const before = unchanged.current
        forget()
        if (before) show({ ...before, fields: { ...before.fields, ...defaultChoices(form.current) } })
        setDirty(false)
        form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
      },
      remove: forget,
    } satisfies ShownDraft,
  }
}
