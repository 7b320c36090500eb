import { useRef, useState } from 'react'
import { readDraft, writeDraft } from '../../data/checkout-draft.ts'
import { useShop } from '../../data/shop.ts'
import type { Fields } from './checkout-body.ts'

/** Unchecked boxes are missing in form data, so they need an explicit value. */
const checkboxes = ['sameBilling', 'save']
/** Prices are confirmed again at each visit, and coupon text counts only once applied. */
const notStored = ['confirmed', 'couponText']

/** The typed field values, which survive reloads and errors. Hidden fields keep their values. */
export function useDraft(userId: number | null) {
  const { configId } = useShop()
  const [fields, setFields] = useState<Fields>(() => readDraft(configId, userId).fields)

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

  return { fields, update, updateFromForm }
}
export type CheckoutDraft = ReturnType<typeof useDraft>
