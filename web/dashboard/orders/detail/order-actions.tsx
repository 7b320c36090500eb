import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { singleKeyOf } from '#web/lib/browser/shortcuts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CopyButton } from './contact/copy-button.tsx'

/** Copies the number of an order, and leads to the orders placed before and after it, also by J and K. */
export function OrderActions({ order: { serial, older, newer } }: { order: AdminOrder }) {
  useNeighbourKeys({ j: older?.number, k: newer?.number })
  return (
    <nav aria-label="Orders" className="flex items-center gap-2">
      <CopyButton text={serial} noun="number" />
      <Neighbour to={older} name="Previous order" icon="left" />
      <Neighbour to={newer} name="Next order" icon="right" />
    </nav>
  )
}

/** J goes down the list of orders, which begins with the newest, and K goes up. */
function useNeighbourKeys({ j, k }: { j: string | undefined; k: string | undefined }) {
  const navigate = useNavigate()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = singleKeyOf(event)
      const number = key === 'j' ? j : key === 'k' ? k : undefined
      if (number === undefined) return
      event.preventDefault()
      void navigate(dashboardLinks.order(number))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [j, k, navigate])
}

const box = 'inline-flex size-10 items-center justify-center rounded-xs border border-edge'

function Neighbour({ to, name, icon }: { to: AdminOrder['older']; name: string; icon: 'left' | 'right' }) {
  const drawing = <Icon name={icon} className="size-5" />
  if (!to) return <span className={`${box} opacity-30`}>{drawing}</span>
  return (
    <Link
      to={dashboardLinks.order(to.number)}
      aria-label={`${name}, ${to.serial}`}
      title={`${name}: ${to.serial}`}
      className={`${box} hover:bg-ground`}
    >
      {drawing}
    </Link>
  )
}
