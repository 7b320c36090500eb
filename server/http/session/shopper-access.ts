/**
 * The shopper behind one request: the owner of a cart and a wishlist. A shopper belongs to a user, or to a visitor whom
 * a cookie identifies. When a visitor signs in, the visitor's shopper merges into the user's.
 */
export interface ShopperAccess {
  /** The shopper's id; undefined if none exists yet. */
  find(): Promise<number | undefined>
  /** Finds the shopper or creates one; a new visitor gets the cookie. */
  ensure(): Promise<number>
  /** Creates the shopper again after another request merged the found one into an account. */
  recreate(): Promise<number>
  /** At sign-in: merges the visitor's shopper into the user's. */
  adopt(userId: number): Promise<void>
}
