import { useRef, useState } from 'react'
import { readDraft, writeDraft } from '#web/data/checkout/checkout-draft.ts'
import { useShop } from '#web/data/shop.ts'
import { fillFields, typedFields } from '#web/ui/form/draft/draft-fields.ts'
import type { Fields } from './checkout-body.ts'
import type { CheckoutPage } from './checkout-page-data.ts'
import { storedBefore } from './prepared/prepared-fields.ts'

/** Unchecked boxes are missing in form data, so they need an explicit value. */
const checkboxes = ['sameBilling', 'save', 'storeCredit']
/** Prices are confirmed again at each visit, and each page has its own total and key. */
const notStored = ['confirmed', 'expectedTotal', 'expectedCredit', 'giftCardText', 'key']

/** The fields of a page that the server has rendered, and those of them that an agent has sent. */
type FieldsOfPage = Pick<CheckoutPage, 'fields' | 'prepared'>

/**
 * The typed field values, which survive reloads and errors. Hidden fields keep their values. `fromAddress` are the fields that
 * the address of the page names.
 */
export function useDraft(userId: number | null, page?: FieldsOfPage, fromAddress: Fields = {}) {
  const fromPage = page?.fields
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
    if (!page || !fromPage) return
    const early = typedFields(form)
    const isPosted = checkboxes.some((name) => name in fromPage)
    const stored = isPosted ? {} : storedBefore(page.prepared, readDraft(configId, userId).fields)
    const isNewer = (name: string) => name in early || (name in fromPage && !(name in page.prepared))
    const restored = Object.fromEntries(Object.entries(stored).filter(([name]) => !isNewer(name)))
    fillFields(form, restored)
    // Filling reads the whole form, with choices that are not on it yet.
    update({ ...restored, ...early })
  }

  return { fields, update, updateFromForm, adopt }
}
export type CheckoutDraft = ReturnType<typeof useDraft>
