import { links } from '#contract/links.ts'
import { wishlistAction } from './wishlist-action.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import WishlistIsland from './wishlist.island.tsx'

export const action = ({ context }: ActionArgs) => wishlistAction(context)

export default function WishlistPage({ actionData }: PageProps<() => undefined, typeof action>) {
  return (
    <>
      <PageHead title="Wishlist" path={links.wishlist()} noindex />
      <Island of={WishlistIsland} props={{ answered: actionData }} />
    </>
  )
}
