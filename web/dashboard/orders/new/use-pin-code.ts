import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { usePostalCode } from '#web/data/postal-code.ts'
import { fillFields } from '#web/ui/form/draft/draft-fields.ts'
import type { Fields } from './order-input.ts'

/** Fills in city and state from the PIN code, unless somebody has typed others. */
export function usePinCode(form: RefObject<HTMLFormElement | null>, fields: Fields): void {
  const { data: found } = usePostalCode((fields['shipping.pincode'] ?? '').trim())
  /** What the last PIN code has filled in, which another one may replace. */
  const filled = useRef({ city: '', state: '' })
  const fillIn = useEffectEvent(() => {
    if (!found || !form.current) return
    const next = { city: found.city, state: found.states[0] ?? '' }
    for (const name of ['city', 'state'] as const) {
      const now = (fields[`shipping.${name}`] ?? '').trim()
      if (next[name] && ['', filled.current[name]].includes(now))
        fillFields(form.current, { [`shipping.${name}`]: next[name] })
    }
    filled.current = next
  })
  useEffect(() => fillIn(), [found])
}
