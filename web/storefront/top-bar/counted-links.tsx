import { useEffect, useState } from 'react'
import { Link, useLocation } from '#web/lib/navigation/navigation.ts'
import { links } from '#contract/links.ts'
import { setAddedLine, useAddedLine } from '#web/data/cart/added-line.ts'
import { useCart } from '#web/data/cart/cart.ts'
import { useCrossTabSync } from '#web/data/cross-tab-sync.ts'
import { useWishlist } from '#web/data/wishlist.ts'
import type { AddedPanel } from './added-panel.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'

/** Links to wishlist and cart with their item counts, and what was just added to the cart. */
export function CountedLinks({ onlyCart = false }) {
  useCrossTabSync()
  const { items } = useWishlist()
  const { lines } = useCart()
  const added = useAddedLine()
  // It loads when it is first needed. Without it the message about the addition has to do.
  const [Panel, setPanel] = useState<typeof AddedPanel>()
  const isNeeded = added !== undefined
  useEffect(() => {
    if (isNeeded) void import('./added-panel.tsx').then((loaded) => setPanel(() => loaded.AddedPanel), ignore)
  }, [isNeeded])
  const { pathname } = useLocation()
  useEffect(() => setAddedLine(undefined), [pathname])
  return (
    <>
      {!onlyCart && <CountedLink name="Wishlist" icon="heart" to={links.wishlist()} count={items?.length} />}
      <CountedLink name="Cart" icon="bag" to={links.cart()} count={lines?.length} />
      {added && Panel && <Panel added={added} lines={lines ?? []} />}
    </>
  )
}

const ignore = () => {}

interface CountedLinkProps {
  name: string
  icon: IconName
  to: string
  /** Undefined until loaded, because cached pages contain no personal data. */
  count: number | undefined
}

function CountedLink({ name, icon, to, count = 0 }: CountedLinkProps) {
  const label = count === 0 ? name : `${name}, ${count} ${count === 1 ? 'item' : 'items'}`
  return (
    <Link to={to} aria-label={label} className="bar-control">
      <Icon name={icon} className="size-[24px]" />
      {count > 0 && (
        <span className="absolute top-[3px] right-[1px] flex h-[18px] min-w-[18px] items-center justify-center rounded-full bg-count px-[4px] text-[11px] leading-none font-semibold text-white tabular forced-colors:border">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
