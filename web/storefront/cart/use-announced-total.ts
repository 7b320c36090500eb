import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isCartChanging, useCartSummary } from '../../data/cart.ts'
import { useShop } from '../../data/shop.ts'
import { exactMoney } from '../../lib/money.ts'

/** What is read out after a change of the cart: the change, and the new total once the server has told it. */
export function useAnnouncedTotal(changing: boolean) {
  const client = useQueryClient()
  const shop = useShop()
  const { data: summary, isFetching } = useCartSummary()
  const [change, setChange] = useState('')
  const [announced, setAnnounced] = useState('')
  const settled = !changing && !isFetching

  const tell = useEffectEvent(() => {
    // Told once it has settled.
    if (isCartChanging(client)) return
    const total = summary ? ` New total: ${exactMoney(summary.total, shop)}` : ''
    setAnnounced(change + total)
    setChange('')
  })
  useEffect(() => {
    if (change === '' || !settled) return
    // The change itself is on its way a moment later.
    const timer = setTimeout(tell, 100)
    return () => clearTimeout(timer)
  }, [change, settled])

  return { announced, announce: setChange }
}
