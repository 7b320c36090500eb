import { getSharedWishlist } from '#contract/wishlist/wishlist.ts'
import { sharedWishlistKey } from '#web/data/wishlist.ts'
import { loadRecord } from '../layout/personal-data.ts'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import SharedWishlistIsland from './shared-wishlist.island.tsx'

export const loader = ({ context, params: { token } }: LoaderArgs<'token'>) =>
  loadRecord(context, { key: sharedWishlistKey(token), endpoint: getSharedWishlist, input: { token } })

export default function SharedWishlistPage({ params, loaderData }: PageProps<typeof loader>) {
  return (
    <>
      <PageHead title="Shared wishlist" noindex />
      <Island of={SharedWishlistIsland} props={{ token: params.token, loaded: loaderData }} />
    </>
  )
}
