import { useState } from 'react'
import { useShop } from '../data/shop.ts'
import { formatAgo, formatDateTime } from '../lib/format/dates.ts'

/** How long ago something happened, with the exact time as a tooltip. */
export function Ago({ time }: { time: string }) {
  const shop = useShop()
  const [now] = useState(() => new Date())
  return (
    <time dateTime={time} title={formatDateTime(time, shop)}>
      {formatAgo(time, shop, now)}
    </time>
  )
}
