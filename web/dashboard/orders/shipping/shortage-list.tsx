import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { shortages } from './stock.ts'

/** Which lines of an order wait for stock; nothing if none does. */
export function ShortageList({ lines }: Pick<AdminOrder, 'lines'>) {
  const short = shortages(lines)
  if (short.length === 0) return null
  return (
    <div className="rounded-xs bg-warning/12 p-3">
      <p className="font-medium text-warning">Waits for stock</p>
      <ul className="wrap-anywhere">
        {short.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
