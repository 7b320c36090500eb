/**
 * Versions of the catalog: one counter for all shops, increased by each change. Something built at version 7 is fresh
 * until a part of the catalog that it shows changes at a later version.
 */
export interface VersionReader {
  /** The version to note before building something. */
  current(): number
  /** Whether the shop as a whole, or one of these products, has changed after `version`. */
  changedSince(version: number, shopId: number, productIds: readonly number[]): boolean
  /** The version of the latest change that concerned more than a single product. */
  lastShopChange(): number
}

/** A `VersionReader` together with the methods that record changes. */
export interface VersionCounter extends VersionReader {
  shopChanged(shopId: number): void
  productChanged(shopId: number, productId: number): void
  /** Marks everything as changed, for when notifications may have been missed. */
  anythingChanged(): void
}

/** Above this, expiring every page costs less memory than one counter per product. */
const MAX_TRACKED_PRODUCTS = 20_000

/** A counter that starts at zero. It lives in memory; each process counts the same notifications for itself. */
export function createVersionCounter(): VersionCounter {
  let version = 0
  let anything = 0
  let lastShopChange = 0
  const shops = new Map<number, number>()
  const products = new Map<string, number>()

  const anythingChanged = () => {
    lastShopChange = anything = ++version
    shops.clear()
    products.clear()
  }

  return {
    current: () => version,
    lastShopChange: () => lastShopChange,
    changedSince: (since, shopId, productIds) =>
      anything > since ||
      (shops.get(shopId) ?? 0) > since ||
      productIds.some((productId) => (products.get(`${shopId}:${productId}`) ?? 0) > since),
    shopChanged(shopId) {
      shops.set(shopId, (lastShopChange = ++version))
    },
    productChanged(shopId, productId) {
      if (products.size >= MAX_TRACKED_PRODUCTS) anythingChanged()
      products.set(`${shopId}:${productId}`, ++version)
    },
    anythingChanged,
  }
}
