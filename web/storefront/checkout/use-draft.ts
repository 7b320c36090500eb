import { useRef, useState } from 'react'
import { readDraft, writeDraft } from '#web/data/checkout/checkout-draft.ts'
import { useShop } from '#web/data/shop.ts'
import { fillFields, typedFields } from '#web/ui/form/draft/draft-fields.ts'
import type { Fields } from './checkout-body.ts'

/** Unchecked boxes are missing in form data, so they need an explicit value. */
const checkboxes = ['sameBilling', 'save']
/** Prices are confirmed again at each visit, and each page has its own total and key. */
const notStored = ['confirmed', 'expectedTotal', 'key']

/**
 * The typed field values, which survive reloads and errors. Hidden fields keep their values. `fromPage` are the fields of a page
 * that the server has rendered; `fromAddress` are those that its address names.
 */
export function useDraft(userId: number | null, fromPage?: Fields, fromAddress: Fields = {}) {
  const { configId } = useShop()
  const [fields, setFields] = useState<Fields>(
    () => fromPage ?? { ...readDraft(configId, userId).fields, ...fromAddress },
  )

  // One event may update the draft twice before the next render.
  const latest = useRef(fields)

  function update(change: Fields) {
    const next = { ...latest.current, ...change }
    latest.current = next
    setFields(next)
    const stored = Object.fromEntries(Object.entries(next).filter(([name]) => !notStored.includes(name)))
    writeDraft(configId, { ...readDraft(configId, userId), fields: stored })
  }

  function updateFromForm(form: HTMLFormElement) {
    const change: Fields = Object.fromEntries(checkboxes.map((name) => [name, 'off']))
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') change[name] = value
    // The form contains only a valid coupon; the coupon field itself stores the requested one.
    delete change['coupon']
    update(change)
  }

  /** Adds to a rendered page what was typed before React arrived, and the stored values of all other fields. */
  function adopt(form: HTMLFormElement) {
    if (!fromPage) return
    const early = typedFields(form)
    const isPosted = checkboxes.some((name) => name in fromPage)
    const stored = isPosted ? {} : readDraft(configId, userId).fields
    const restored = Object.fromEntries(
      Object.entries(stored).filter(([name]) => !(name in early) && !(name in fromPage)),
    )
    fillFields(form, restored)
    // Filling reads the whole form, with choices that are not on it yet.
    update({ ...restored, ...early })
  }

  return { fields, update, updateFromForm, adopt }
}
export type CheckoutDraft = ReturnType<typeof useDraft>
