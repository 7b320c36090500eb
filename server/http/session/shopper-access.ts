import type { RawBuilder } from 'kysely'

/**
 * Rows of a shopper's own, such as the lines of a cart, with values that JSON has. A route that declares them reads them with the
 * caller, in one statement.
 */
export interface OwnRows<Row = unknown> {
  /** Part of the name of the prepared statement. */
  name: string
  select(shopId: number, shopperId: RawBuilder<number>): RawBuilder<Row>
}

/**
 * The shopper behind one request: the owner of a cart and a wishlist. A shopper belongs to a user, or to a visitor whom
 * a cookie identifies. When a visitor signs in, the visitor's shopper merges into the user's.
 */
export interface ShopperAccess {
  /** The shopper's id; undefined if none exists yet. */
  find(): Promise<number | undefined>
  /** The shopper's rows, read with the caller if the route declares them. None without a shopper. */
  rows<Row>(own: OwnRows<Row>): Promise<readonly Row[]>
  /** Finds the shopper or creates one; a new visitor gets the cookie. */
  ensure(): Promise<number>
  /** Who orders under an Idempotency-Key; `network` stands for a caller without a cookie. */
  forOrder(key: string, network: string): Promise<OrderingShopper>
  /** Gives a browser without a visitor cookie one. Stores nothing until the first write. */
  introduce(): void
  /** Creates the shopper again after another request merged the found one into an account. */
  recreate(): Promise<number>
  /** At sign-in: merges the visitor's shopper into the user's. */
  adopt(userId: number): Promise<void>
}

/** The visitor or user who places an order. */
export interface OrderingShopper {
  /** Undefined if none exists yet. */
  shopperId: number | undefined
  /** Names the cookie of a visitor who has no shopper yet; owner of the visitor's idempotency keys. */
  visitor: string | undefined
  /** False for a caller without a cookie: nothing tells a repeated call from the call of a stranger. */
  isRecognized: boolean
  /** The hashes of the visitor cookie before and after the order. */
  rotation: { from: Buffer; to: Buffer } | undefined
  /** Sets the visitor cookie that belongs to the order from now on. */
  bind(isRotated: boolean): void
}
