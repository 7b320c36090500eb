import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { findState } from '#contract/orders/address/address-format.ts'
import { usePostalCode } from '#web/data/postal-code.ts'
import { fillFields } from '#web/ui/form/draft/draft-fields.ts'
import { isStateConfirmed } from './state-answer.ts'

/** Fills in city and state from the PIN code, and finds out whether the chosen state is another one. */
export function usePinCode(
  area: RefObject<HTMLElement | null>,
  prefix: string,
  texts: Readonly<Record<string, string>>,
) {
  const text = (name: string) => (texts[prefix + name] ?? '').trim()
  const pincode = text('pincode')
  const { data: found } = usePostalCode(pincode)
  /** What the PIN code says about the address and the form shows, which another PIN code may replace. */
  const filled = useRef({ city: '', state: '' })

  /** Sets a field as typing does, so that the form and its draft follow. */
  function set(name: string, value: string) {
    const form = area.current?.closest('form')
    if (form) fillFields(form, { [prefix + name]: value })
  }

  const fillIn = useEffectEvent(() => {
    if (!found) return
    const { city, states } = found
    const [state = ''] = states
    // A text that somebody typed before the answer came, and that it repeats, counts as filled in.
    function follow(name: 'city' | 'state', value: string): string {
      const now = text(name)
      if (!['', filled.current[name], value].includes(now)) return ''
      if (value && now !== value) set(name, value)
      return value
    }
    filled.current = { city: follow('city', city), state: follow('state', state) }
  })
  useEffect(() => fillIn(), [found])

  const chosen = findState('IN', text('state')) ?? text('state')
  const isOther = found !== null && found !== undefined && chosen !== '' && !found.states.includes(chosen)
  const isConfirmed = isStateConfirmed(texts, prefix, { pincode, state: chosen })
  return {
    question: isOther && !isConfirmed ? { pincode, states: found.states, chosen } : undefined,
    /** Takes the state from the PIN code. */
    setState(state: string) {
      set('state', state)
      filled.current.state = state
    },
  }
}
