import { z } from 'zod'
import { ownId } from '../cart/cart.ts'
import { endpoint } from '../endpoint.ts'
import { id, text } from '../fields.ts'
import { productCard } from '../catalog/product.ts'

export const wishlistItem = productCard.extend({
  productdescription: z.string(),
  available: z.boolean().describe('whether the shop still shows it'),
})
export type WishlistItem = z.infer<typeof wishlistItem>

export const getWishlist = endpoint({
  method: 'POST',
  path: 'wishlist/getwishlist',
  audience: 'visitor',
  timing: 'read',
  summary: "Reads the caller's wishlist, newest first",
  input: z.object({ userid: ownId }),
  answer: z.object({ data: z.array(wishlistItem) }),
})

export const createWishlist = endpoint({
  method: 'POST',
  path: 'wishlist/createwishlist',
  audience: 'visitor',
  summary: 'Adds a product to the wishlist, up to 500; repeating it changes nothing',
  input: z.object({ userid: ownId, productid: id }),
  answer: z.object({}),
})

export const deleteWishlist = endpoint({
  method: 'POST',
  path: 'wishlist/deletewishlist',
  audience: 'visitor',
  summary: 'Removes a product from the wishlist; repeating it changes nothing',
  input: z.object({ userid: ownId, productid: id }),
  answer: z.object({}),
})

export const shareWishlist = endpoint({
  method: 'POST',
  path: 'wishlist/share',
  audience: 'visitor',
  summary: 'Creates the share link of the wishlist, or answers the existing one',
  input: z.strictObject({}),
  answer: z.object({ data: z.object({ token: z.string() }) }),
})

export const unshareWishlist = endpoint({
  method: 'DELETE',
  path: 'wishlist/share',
  audience: 'visitor',
  summary: 'Revokes the share link',
  input: z.strictObject({}),
  answer: z.object({}),
})

export const getSharedWishlist = endpoint({
  method: 'GET',
  path: 'wishlists/:token',
  audience: 'visitor',
  summary: 'Reads a shared wishlist; it does not reveal its owner',
  input: z.strictObject({ token: text(100).regex(/^[\w-]{20,100}$/, 'This link is incomplete') }),
  answer: z.object({ data: z.array(wishlistItem) }),
})
