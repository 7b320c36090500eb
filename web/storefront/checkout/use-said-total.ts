import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useShop } from '../../data/shop.ts'
import { exactMoney } from '../../lib/money.ts'

/** The total to be read out when it has become another one; empty until then. */
export function useSaidTotal(total: number, busy: boolean): string {
  const shop = useShop()
  const known = useRef(total)
  const [said, setSaid] = useState('')
  const say = useEffectEvent(() => setSaid(exactMoney(total, shop)))
  useEffect(() => {
    if (busy || known.current === total) return
    known.current = total
    say()
  }, [total, busy])
  return said
}
