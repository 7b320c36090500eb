import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOrderRefreshing, type WhichOrder } from '../../data/orders.ts'

/**
 * For who comes back from paying: the shop asks the provider, who may not have told yet. The address loses what said so,
 * so that a reload, or the way back, does not ask again.
 */
export function useReturn(which: WhichOrder): { hasPaid: boolean; isAsking: boolean } {
  const [search, setSearch] = useSearchParams()
  const { mutate, isPending: isAsking } = useOrderRefreshing(which)
  const came = search.get('paid')
  const [hasPaid] = useState(came === '1')
  useEffect(() => {
    if (came === null) return
    mutate()
    const leave = (before: URLSearchParams) => {
      const after = new URLSearchParams(before)
      after.delete('paid')
      return after
    }
    setSearch(leave, { replace: true, preventScrollReset: true })
  }, [came, mutate, setSearch])
  return { hasPaid, isAsking }
}
