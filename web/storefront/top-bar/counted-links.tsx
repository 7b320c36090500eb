import type { CartLine } from '#contract/cart/cart.ts'
import { links } from '#contract/links.ts'
import type { WishlistItem } from '#contract/wishlist/wishlist.ts'
import { usePage } from '#web/data/page.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { countText, labelOf } from './count-text.ts'

/** Links to wishlist and cart with their item counts. `layout/show-visitor.ts` keeps the counts current. */
export function CountedLinks({ onlyCart = false }) {
  const { personal } = usePage()
  const known = (part: string) => personal.find(({ key }) => key[1] === part)?.data
  const items = known('wishlist') as WishlistItem[] | undefined
  const lines = known('cart') as CartLine[] | undefined
  return (
    <>
      {!onlyCart && <CountedLink name="Wishlist" icon="heart" to={links.wishlist()} count={items?.length} />}
      <CountedLink name="Cart" icon="bag" to={links.cart()} count={lines?.length} />
    </>
  )
}

interface CountedLinkProps {
  name: 'Wishlist' | 'Cart'
  icon: IconName
  to: string
  /** Undefined on cached pages, because they contain no personal data. */
  count: number | undefined
}

function CountedLink({ name, icon, to, count = 0 }: CountedLinkProps) {
  return (
    <a href={to} aria-label={labelOf(name, count)} data-count={name} className="bar-control">
      <Icon name={icon} className="size-[24px]" />
      <span
        hidden={count === 0}
        className="absolute top-[3px] right-[1px] flex h-[18px] min-w-[18px] items-center justify-center rounded-full bg-count px-[4px] text-[11px] leading-none font-semibold text-white tabular forced-colors:border"
      >
        {countText(count)}
      </span>
    </a>
  )
}
