import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isCartChanging } from '#web/data/cart/cart-changes.ts'
import { useShop } from '#web/data/shop.ts'
import { exactMoney } from '#web/lib/format/money.ts'

/** A mutation becomes visible a moment after the click that starts it. */
const SETTLE_MS = 100

/**
 * The announcement for screen readers after a change: a message such as "Mug was removed." and the new total. It waits until
 * nothing is pending. `total` is undefined until it is known.
 */
export function useAnnouncedTotal(total: number | undefined, isPending: boolean) {
  const client = useQueryClient()
  const shop = useShop()
  const lastTotal = useRef(total)
  const [message, setMessage] = useState('')
  const [announcement, setAnnouncement] = useState('')

  const announce = useEffectEvent(() => {
    if (isCartChanging(client)) return
    const newTotal = total === undefined ? '' : `New total: ${exactMoney(total, shop)}`
    lastTotal.current = total
    setAnnouncement([message, newTotal].filter(Boolean).join(' '))
    setMessage('')
  })
  useEffect(() => {
    if (isPending) return
    const hasNewTotal = lastTotal.current !== undefined && lastTotal.current !== total
    lastTotal.current ??= total
    if (message === '' && !hasNewTotal) return
    const timer = setTimeout(announce, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [message, total, isPending])

  return { announcement, announce: setMessage }
}
