import { askFor, type BenchRequest } from '../load/request.ts'
import { startSteadyClient, steadily } from '../load/steady.ts'
import type { Options } from '../options.ts'
import { milliseconds, type Row } from '../report/row.ts'
import { median, quantile } from '../report/statistics.ts'
import { findPages } from '../shops/catalog.ts'
import { makePhotos, untilMade, uploadPhoto } from '../shops/photos.ts'
import type { Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'
import { admitStaff } from '../shops/staff.ts'

const IMAGES = 12

async function timed<T>(work: () => Promise<T>): Promise<[took: number, T]> {
  const start = performance.now()
  const answer = await work()
  return [performance.now() - start, answer]
}

/** Uploads of staff, and the first request of a size before and after the background job has made it. */
export async function measureImages(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.fresh(0)
  try {
    return await measureShop(shop, options)
  } finally {
    await shop.stop()
  }
}

async function measureShop(shop: Shop, { turn, rounds }: Options): Promise<Row[]> {
  const base = `http://127.0.0.1:${shop.port}`
  const cookie = await admitStaff(shop)
  const timeSize = async (hash: string) => {
    const [took, size] = await timed(async () => (await fetch(`${base}/uploads/${hash}-640.avif`)).bytes())
    return { took, bytes: size.length }
  }

  const seconds = 2 * turn * rounds
  const home = (await findPages(shop.port)).home
  const look = async () => {
    const client = startSteadyClient()
    const page: BenchRequest = { method: 'GET', path: home }
    await askFor(200, shop.port, page)
    const { took } = await client
      .order({ port: shop.port, requests: steadily([page]), rate: 200, seconds })
      .finally(() => client.stop())
    return `median ${milliseconds(median(took))}, p99 ${milliseconds(quantile(took, 0.99))}`
  }
  const calm = await look()

  const uploads: number[] = []
  const early: number[] = []
  const hashes: string[] = []
  for (const photo of await makePhotos(IMAGES)) {
    const [took, hash] = await timed(() => uploadPhoto(shop, cookie, photo))
    uploads.push(took)
    hashes.push(hash)
    if (hashes.length % 2 === 0) early.push((await timeSize(hash)).took)
  }
  const start = performance.now()
  const beside = await look()
  await untilMade(shop)
  const made = (performance.now() - start) / 1000
  const others = hashes.filter((_, index) => index % 2 === 0)
  const late: number[] = []
  for (const hash of others) late.push((await timeSize(hash)).took)
  return [
    {
      what: 'Upload of an image',
      measured: milliseconds(median(uploads)),
      how: `median of ${uploads.length} photos of 2400 pixels, while the sizes of earlier ones are made`,
    },
    {
      what: 'First request of an AVIF, 640 pixels',
      measured: milliseconds(median(late)),
      how: `median of ${late.length} after the background job; ${milliseconds(median(early))} at once after the upload`,
    },
    {
      what: 'Sizes of an upload',
      measured: `${(made / hashes.length).toFixed(1)} s`,
      how: `in the background, mean of ${hashes.length}; the home page at 200/s beside it: ${beside}; without it: ${calm}`,
    },
  ]
}
