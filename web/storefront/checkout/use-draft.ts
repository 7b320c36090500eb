import { useRef, useState } from 'react'
import { readDraft, writeDraft } from '../../data/checkout-draft.ts'
import { useShop } from '../../data/shop.ts'
import type { Fields } from './checkout-body.ts'

/** A box without its mark is not among the fields of a form; what is confirmed is confirmed at each visit anew. */
const boxes = ['sameBilling', 'save']
const never = ['confirmed', 'couponText']

/** What was typed, which outlives reloads and errors. Fields that are not shown at the moment keep what was in them. */
export function useDraft(userId: number | null) {
  const { configId } = useShop()
  const [fields, setFields] = useState<Fields>(() => readDraft(configId, userId).fields)

  // One event may keep twice before the page is drawn anew.
  const latest = useRef(fields)

  function keep(change: Fields) {
    const next = { ...latest.current, ...change }
    latest.current = next
    setFields(next)
    const kept = Object.fromEntries(Object.entries(next).filter(([name]) => !never.includes(name)))
    writeDraft(configId, { ...readDraft(configId, userId), fields: kept })
  }

  function keepForm(form: HTMLFormElement) {
    const change: Fields = Object.fromEntries(boxes.map((name) => [name, 'off']))
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') change[name] = value
    // The form has it only once it holds; what was asked for is kept by its field.
    delete change['coupon']
    keep(change)
  }

  return { fields, keep, keepForm }
}
export type CheckoutDraft = ReturnType<typeof useDraft>
