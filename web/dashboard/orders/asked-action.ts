import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** An action on an order that another page asks for, by the name that the order has for it. */
export type OrderAction = 'refund' | 'fulfil'

/** The state of a navigation that opens an order with a dialog. */
export const askFor = (orderAction: OrderAction) => ({ orderAction })

function askedIn(state: unknown): OrderAction | undefined {
  if (typeof state !== 'object' || state === null || !('orderAction' in state)) return undefined
  const { orderAction } = state
  return orderAction === 'refund' || orderAction === 'fulfil' ? orderAction : undefined
}

/** Calls `open` once with the action that the navigation to this page asked for. A reload does not ask again. */
export function useAskedAction(open: (action: OrderAction) => void): void {
  const location = useLocation()
  const { key, pathname, search } = location
  const asked = askedIn(location.state)
  const navigate = useNavigate()
  const openOnce = useEffectEvent(() => {
    if (!asked) return
    void navigate(pathname + search, { replace: true, state: null })
    open(asked)
  })
  useEffect(() => openOnce(), [key])
}
