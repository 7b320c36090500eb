import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { stateCode } from '#contract/orders/india.ts'
import { usePostalCode } from '../../../data/postal-code.ts'
import { fillFields } from '../../../ui/form/draft/draft-fields.ts'
import { keptName, type AddressPrefix, type Fields } from '../checkout-body.ts'

/** Fills in city and state from the PIN code, and finds out whether the chosen state is another one. */
export function usePinCode(area: RefObject<HTMLElement | null>, prefix: AddressPrefix, fields: Fields) {
  const pincode = (fields[`${prefix}.pincode`] ?? '').trim()
  const { data: found } = usePostalCode(pincode)
  /** What this hook has filled in, which another PIN code may replace. */
  const filled = useRef({ city: '', state: '' })

  /** Sets a field as typing does, so that the form and its draft follow. */
  function set(name: string, value: string) {
    const form = area.current?.closest('form')
    if (form) fillFields(form, { [`${prefix}.${name}`]: value })
  }

  const follow = useEffectEvent(() => {
    if (!found) return
    const now = (name: 'city' | 'state') => (fields[`${prefix}.${name}`] ?? '').trim()
    const [state = ''] = found.states
    const isFree = (name: 'city' | 'state') => now(name) === '' || now(name) === filled.current[name]
    const next = { city: isFree('city') ? found.city : '', state: isFree('state') ? state : '' }
    if (next.city) set('city', next.city)
    if (next.state) set('state', next.state)
    filled.current = next
  })
  useEffect(() => follow(), [found])

  const typedState = fields[`${prefix}.state`] ?? ''
  const chosen = stateCode(typedState) ?? typedState
  const isOther = found !== null && found !== undefined && chosen !== '' && !found.states.includes(chosen)
  const isKept = fields[keptName(prefix)] === `${pincode} ${chosen}`
  return {
    question: isOther && !isKept ? { pincode, states: found.states, chosen } : undefined,
    setState: (state: string) => set('state', state),
  }
}
