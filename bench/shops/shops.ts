import type { Options } from '../options.ts'
import { startShop, type Shop } from './shop.ts'

/** The shops of one run. Each starts when a measurement first needs it. */
export interface Shops {
  /** Only the demo catalog. */
  demo: () => Promise<Shop>
  /** The demo catalog among many generated products. */
  large: () => Promise<Shop>
  stop: () => Promise<void>
}

/** No shop is started yet. */
export function prepareShops({ products: many }: Options): Shops {
  const started = new Map<number, Promise<Shop>>()
  const ofSize = (products: number) => {
    const shop = started.get(products) ?? startShop(products)
    started.set(products, shop)
    return shop
  }
  return {
    demo: () => ofSize(0),
    large: () => ofSize(many),
    stop: async () => {
      await Promise.allSettled([...started.values()].map(async (shop) => (await shop).stop()))
    },
  }
}
