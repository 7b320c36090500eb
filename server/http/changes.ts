/**
 * When the catalogue of each shop last changed, in ticks: a tick is one change, of any shop. Something made at tick 7
 * is still true as long as nothing that it shows has changed at a later tick.
 */
export interface Changes {
  /** The tick that something whose making begins now is true of. */
  now(): number
  /** Whether the shop, or one of these products' own pages, has changed after this tick. */
  since(tick: number, configId: number, productIds: readonly number[]): boolean
  /** The tick at which anything beyond a single product last changed. */
  lastShopChange(): number
}

/** `Changes` together with the means to tell it of some. */
export interface ChangeCounter extends Changes {
  shopChanged(configId: number): void
  productChanged(configId: number, productId: number): void
  /** Anything may have changed without our having been told. */
  anythingChanged(): void
}

/** Beyond this many products it is cheaper to forget pages than to remember products. */
const mostProducts = 20_000

/** Counts changes from zero. In memory: other processes count their own from the same notifications. */
export function countChanges(): ChangeCounter {
  let tick = 0
  let anything = 0
  let lastShopChange = 0
  const shops = new Map<number, number>()
  const products = new Map<string, number>()

  const anythingChanged = () => {
    lastShopChange = anything = ++tick
    shops.clear()
    products.clear()
  }

  return {
    now: () => tick,
    lastShopChange: () => lastShopChange,
    since: (moment, configId, productIds) =>
      anything > moment ||
      (shops.get(configId) ?? 0) > moment ||
      productIds.some((productId) => (products.get(`${configId}:${productId}`) ?? 0) > moment),
    shopChanged(configId) {
      shops.set(configId, (lastShopChange = ++tick))
    },
    productChanged(configId, productId) {
      if (products.size >= mostProducts) anythingChanged()
      products.set(`${configId}:${productId}`, ++tick)
    },
    anythingChanged,
  }
}
