import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { findState } from '#contract/orders/address/address-format.ts'
import { usePostalCode } from '#web/data/postal-code.ts'
import { fillFields } from '#web/ui/form/draft/draft-fields.ts'
import { stateAnswerName, type AddressPrefix, type Fields } from '../checkout-body.ts'

/** Fills in city and state from the PIN code, and finds out whether the chosen state is another one. */
export function usePinCode(area: RefObject<HTMLElement | null>, prefix: AddressPrefix, fields: Fields) {
  const pincode = (fields[`${prefix}.pincode`] ?? '').trim()
  const { data: found } = usePostalCode(pincode)
  /** What the PIN code says about the address and the form shows, which another PIN code may replace. */
  const filled = useRef({ city: '', state: '' })

  /** Sets a field as typing does, so that the form and its draft follow. */
  function set(name: string, value: string) {
    const form = area.current?.closest('form')
    if (form) fillFields(form, { [`${prefix}.${name}`]: value })
  }

  const fillIn = useEffectEvent(() => {
    if (!found) return
    const { city, states } = found
    const [state = ''] = states
    // A text that somebody typed before the answer came, and that it repeats, counts as filled in.
    function follow(name: 'city' | 'state', text: string): string {
      const now = (fields[`${prefix}.${name}`] ?? '').trim()
      if (!['', filled.current[name], text].includes(now)) return ''
      if (text && now !== text) set(name, text)
      return text
    }
    filled.current = { city: follow('city', city), state: follow('state', state) }
  })
  useEffect(() => fillIn(), [found])

  const typedState = fields[`${prefix}.state`] ?? ''
  const chosen = findState('IN', typedState) ?? typedState
  const isOther = found !== null && found !== undefined && chosen !== '' && !found.states.includes(chosen)
  const isConfirmed = fields[stateAnswerName(prefix)] === `${pincode} ${chosen}`
  return {
    question: isOther && !isConfirmed ? { pincode, states: found.states, chosen } : undefined,
    /** Takes the state from the PIN code. */
    setState(state: string) {
      set('state', state)
      filled.current.state = state
    },
  }
}
