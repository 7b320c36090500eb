import type { Options } from './options.ts'
import { startShop, type Shop } from './shop.ts'

/** The shops of one run; each is started when it is first asked for. */
export interface Shops {
  /** The demo catalogue alone. */
  demo: () => Promise<Shop>
  /** The demo catalogue among many generated products. */
  large: () => Promise<Shop>
  /** Of the size at which memory is read. Nothing else may use it before. */
  middling: () => Promise<Shop>
  stop: () => Promise<void>
}

/** Nothing is started yet. */
export function prepareShops({ manyProducts, memoryProducts }: Options): Shops {
  const started = new Map<number, Promise<Shop>>()
  const ofSize = (products: number) => {
    const shop = started.get(products) ?? startShop(products)
    started.set(products, shop)
    return shop
  }
  return {
    demo: () => ofSize(0),
    large: () => ofSize(manyProducts),
    middling: () => ofSize(memoryProducts),
    stop: async () => {
      await Promise.allSettled([...started.values()].map(async (shop) => (await shop).stop()))
    },
  }
}
