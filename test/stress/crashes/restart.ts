// Kills the process of a shop under orders, carts, comments and creations of products, starts it again at once, as a
// supervisor does, and measures until it answers pages and calls. No acknowledged write may be missing.

import { generateProducts } from '../../../demo/generate-products.ts'
import { killShopping } from './kill-shopping.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'

/**
 * Prints how long the shop was away: median and 95th percentile of that many kills, with the demo and that many generated
 * products. Throws at the first fault.
 */
export async function run(kills = 20, products = 0): Promise<void> {
  const away: number[] = []
  await killShopping(
    kills,
    () => {},
    { WEB_CONCURRENCY: '1' },
    {
      victimOf: () => 'node',
      program: 'start.mjs',
      fill: async (db, dataDir) => {
        if (products > 0)
          await generateProducts(db, {
            shopId: 1,
            count: products,
            seed: 1,
            storage: openUploadsFolder(dataDir),
          })
      },
      async onOpen(address, killedAt) {
        for (const path of ['/', '/products', '/api/productcategory/category']) await answerOf(address + path)
        away.push(performance.now() - killedAt)
        console.log(`kill ${away.length}: away for ${seconds(away.at(-1))}`)
      },
    },
  )
  const sorted = away.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]
  console.log(`${kills} kills: p50 ${seconds(percentile(0.5))}, p95 ${seconds(percentile(0.95))}`)
}

async function answerOf(url: string): Promise<void> {
  const answer = await fetch(url)
  await answer.text()
  if (!answer.ok) throw new Error(`${url} came to ${answer.status}`)
}

const seconds = (ms = 0) => `${(ms / 1000).toFixed(2)} s`
