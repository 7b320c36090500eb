import { useState } from 'react'
import type { OrderDraft } from '#contract/orders/manual-order.ts'

/**
 * The version that a draft is saved on: of the draft that the form shows. A released hold makes a new version that changes no
 * field. What another person has saved is not shown, so the server refuses to save over it.
 */
export function useDraftVersion(draft: OrderDraft | undefined) {
  const [shown, setShown] = useState(draft)
  const [isSaving, setSaving] = useState(false)
  if (draft !== shown && (isSaving || isSameRequest(draft, shown))) {
    setShown(draft)
    setSaving(false)
  }
  return {
    version: shown?.version,
    /** Runs a save of the form. The draft that is read after it is what the form shows. */
    async saving<T>(save: () => Promise<T>): Promise<T> {
      setSaving(true)
      try {
        return await save()
      } catch (error) {
        setSaving(false)
        throw error
      }
    },
  }
}

const isSameRequest = (a: OrderDraft | undefined, b: OrderDraft | undefined) =>
  JSON.stringify(a?.request) === JSON.stringify(b?.request)
