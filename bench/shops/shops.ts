import type { Options } from '../options.ts'
import { startShop, type Shop } from './shop.ts'

/** The shops of one run. */
export interface Shops {
  /** Only the demo catalog. Starts when a suite first needs it. */
  demo: () => Promise<Shop>
  /** The demo catalog among many generated products. Starts when a suite first needs it. */
  large: () => Promise<Shop>
  /** A new shop that no other suite uses. The suite stops it; the end of the run does at the latest. */
  fresh: (generatedProducts: number, processes?: number) => Promise<Shop>
  stop: () => Promise<void>
}

/** No shop is started yet. */
export function prepareShops({ products }: Options): Shops {
  const started: Promise<Shop>[] = []
  const fresh = (generatedProducts: number, processes?: number) => {
    const shop = startShop(generatedProducts, processes)
    started.push(shop)
    return shop
  }
  let demo: Promise<Shop> | undefined
  let large: Promise<Shop> | undefined
  return {
    demo: () => (demo ??= fresh(0)),
    large: () => (large ??= fresh(products)),
    fresh,
    stop: async () => {
      await Promise.allSettled(started.map(async (shop) => (await shop).stop()))
    },
  }
}
