import type { shareWishlist, unshareWishlist } from '#contract/wishlist.ts'
import { api } from '../lib/api.ts'

/** The token of the link by which others can read the wishlist; made where there is none. */
export async function shareLink(): Promise<string> {
  const { data } = await api<typeof shareWishlist>('POST', 'wishlist/share', {})
  return data.token
}

/** Ends that link. */
export async function stopSharing(): Promise<void> {
  await api<typeof unshareWishlist>('DELETE', 'wishlist/share', {})
}
