import { useContext, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { closeDraft, dropDraft, keepDraft, takeDraft, type FormDraft } from '#web/lib/form-drafts.ts'
import { dropFiles, keepFile, readFiles } from '#web/lib/draft-files.ts'
import { chooseFiles, chosenFiles, defaultChoices, fillFields, readFields } from './draft-fields.ts'
import { newDraft, nextDraft, type DraftEffect, type DraftEvent } from './draft-machine.ts'
import { DraftOwner, type DraftOptions, type FormDrafts } from './drafts.ts'

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
  const machine = useRef(newDraft)
  const isFilling = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stateText = useRef<string>(undefined)
  const [{ isRestored, hasLostFiles }, setShown] = useState(newDraft)

  function send(event: DraftEvent) {
    if (!name) return
    const before = machine.current
    const [next, effects] = nextDraft(before, event)
    machine.current = next
    if (before.isRestored !== next.isRestored || before.hasLostFiles !== next.hasLostFiles) setShown(next)
    for (const effect of effects) run(effect, name)
  }

  function run(effect: DraftEffect, draftName: string) {
    const element = form.current
    switch (effect.type) {
      case 'show':
        return latest.current?.state?.restore(effect.state)
      case 'readFiles':
        return void readFiles(draftName).then((files) => send({ ...effect, type: 'filesRead', files }))
      case 'chooseFiles':
        return element && chooseFiles(element, { ...effect.files, ...chosenFiles(element) })
      case 'clearFiles':
        return element && chooseFiles(element, {})
      case 'setDirty':
        return setDirty(effect.isDirty)
      case 'readSoon':
        timer.current ??= setTimeout(store)
        return undefined
      case 'keep':
        return keepDraft(draftName, effect.draft)
      case 'drop':
        dropDraft(draftName)
        if (!effect.all) return undefined
        stopTimer()
        return void dropFiles(draftName)
      case 'focus':
        return element?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    }
  }

  /** Runs after a render, which may change what the form holds beside its fields. */
  function store() {
    stopTimer()
    if (!form.current) return
    const { state, start } = latest.current ?? {}
    const hasRecord = state !== undefined && state.value === undefined
    send({ type: 'read', form: read(form.current, latest.current), start, hasRecord })
  }

  function stopTimer() {
    clearTimeout(timer.current)
    timer.current = undefined
  }

  useLayoutEffect(() => {
    latest.current = options
    const { missing } = machine.current
    if (missing && form.current) {
      isFilling.current = true
      send({ type: 'filled', missing: fillFields(form.current, missing) })
      isFilling.current = false
    }
    const text = JSON.stringify(options?.state?.value)
    if (stateText.current !== text) send({ type: 'changed' })
    stateText.current = text
  })

  const open = useEffectEvent((draftName: string) => {
    if (!form.current) return
    const draft = sending.has(draftName) ? undefined : takeDraft(draftName)
    send({ type: 'opened', form: read(form.current, options), draft })
  })
  // The last letters before a reload wait for the timer.
  const leave = useEffectEvent(() => timer.current !== undefined && store())
  useLayoutEffect(() => {
    if (!name) return undefined
    open(name)
    const onPageHide = () => leave()
    addEventListener('pagehide', onPageHide)
    return () => {
      removeEventListener('pagehide', onPageHide)
      clearTimeout(timer.current)
      timer.current = undefined
      closeDraft(name)
    }
  }, [name])

  return {
    changed(field) {
      const input = field ? form.current?.elements.namedItem(field) : undefined
      if (name && input instanceof HTMLInputElement && input.type === 'file')
        void keepFile(name, input.name, input.files?.[0])
      send({ type: 'changed', field })
    },
    isFilling: () => isFilling.current,
    start: () => machine.current.start,
    sending(isSending) {
      if (!name) return
      if (isSending) sending.add(name)
      else sending.delete(name)
    },
    saved: () => send({ type: 'saved' }),
    shown: {
      isRestored,
      hasLostFiles,
      discard: () => send({ type: 'discarded', choices: defaultChoices(form.current) }),
      remove: () => send({ type: 'removed' }),
    },
  }
}

const read = (form: HTMLFormElement, options: DraftOptions | undefined): FormDraft => ({
  fields: readFields(form),
  state: options?.state?.value,
  ...namesOf(chosenFiles(form)),
})

/** Nothing without files, so that a draft without them equals what the page came with. */
function namesOf(files: Record<string, File>): Pick<FormDraft, 'files'> {
  const names = Object.entries(files).map(([field, file]) => [field, file.name])
  return names.length > 0 ? { files: Object.fromEntries(names) as Record<string, string> } : {}
}
