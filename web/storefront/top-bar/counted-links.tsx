import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { useCart } from '../../data/cart.ts'
import { useCrossTabSync } from '../../data/cross-tab-sync.ts'
import { useWishlist } from '../../data/wishlist.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

/** Links to wishlist and cart with their item counts. */
export function CountedLinks() {
  useCrossTabSync()
  return (
    <>
      <CountedLink name="Wishlist" icon="heart" to={links.wishlist()} count={useWishlist().items?.length} />
      <CountedLink name="Cart" icon="bag" to={links.cart()} count={useCart().lines?.length} />
    </>
  )
}

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
