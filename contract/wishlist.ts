import { z } from 'zod'
import { ownId } from './cart.ts'
import { endpoint } from './endpoint.ts'
import { id, text } from './fields.ts'
import { productCard } from './product.ts'

export const wishlistItem = productCard.extend({
  productdescription: z.string(),
  simple: z.boolean().describe('true where there is nothing to choose: it can go to the cart at once'),
  available: z.boolean().describe('false where the shop no longer shows it'),
})
export type WishlistItem = z.infer<typeof wishlistItem>

export const getWishlist = endpoint({
  method: 'POST',
  path: 'wishlist/getwishlist',
  audience: 'visitor',
  summary: "The caller's wishlist, the newest first",
  input: z.object({ userid: ownId }),
  answer: z.object({ data: z.array(wishlistItem) }),
})

export const createWishlist = endpoint({
  method: 'POST',
  path: 'wishlist/createwishlist',
  audience: 'visitor',
  summary: 'Puts a product on the wishlist, up to 500; again changes nothing',
  input: z.object({ userid: ownId, productid: id }),
  answer: z.object({}),
})

export const deleteWishlist = endpoint({
  method: 'POST',
  path: 'wishlist/deletewishlist',
  audience: 'visitor',
  summary: 'Takes a product off the wishlist; again changes nothing',
  input: z.object({ userid: ownId, productid: id }),
  answer: z.object({}),
})

export const shareWishlist = endpoint({
  method: 'POST',
  path: 'wishlist/share',
  audience: 'visitor',
  summary: 'Makes the link by which others can read the wishlist, or answers the one that exists',
  input: z.strictObject({}),
  answer: z.object({ data: z.object({ token: z.string() }) }),
})

export const unshareWishlist = endpoint({
  method: 'DELETE',
  path: 'wishlist/share',
  audience: 'visitor',
  summary: 'Ends the link: whoever has it sees nothing any more',
  input: z.strictObject({}),
  answer: z.object({}),
})

export const getSharedWishlist = endpoint({
  method: 'GET',
  path: 'wishlists/:token',
  audience: 'visitor',
  summary: 'A wishlist that somebody shared, without a word about whose it is',
  input: z.strictObject({ token: text(100).regex(/^[\w-]{20,100}$/, 'This link is not complete') }),
  answer: z.object({ data: z.array(wishlistItem) }),
})
