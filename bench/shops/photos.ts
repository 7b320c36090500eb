import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { connect } from '#server/db/connect.ts'
import { databaseOf } from './customers.ts'
import type { Shop } from './shop.ts'

const MAX_WAIT_MS = 180_000
const demoImages = new URL('../../demo/images/', import.meta.url)

/** Photos of 2400 pixels that the shop has not seen. */
export async function makePhotos(count: number): Promise<Buffer[]> {
  const names = (await readdir(demoImages)).filter((name) => name.endsWith('.webp')).slice(0, count)
  return Promise.all(
    names.map(async (name) =>
      sharp(await readFile(new URL(name, demoImages)))
        .modulate({ hue: 30 })
        .resize(2400)
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  )
}

/** Uploads a photo as staff, and returns the hash in the name of its files. */
export async function uploadPhoto({ port }: Shop, cookie: string, photo: Buffer): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
  const url = `http://127.0.0.1:${port}/api/admin/images`
  const sent = await fetch(url, { method: 'POST', headers: { cookie }, body: form })
  if (!sent.ok) throw new Error(`The upload was answered ${sent.status}: ${await sent.text()}`)
  return ((await sent.json()) as { data: { file: string } }).data.file.replace('.webp', '')
}

/** Waits until the background job has made the sizes of all images. */
export async function untilMade(shop: Shop): Promise<void> {
  const db = connect(databaseOf(shop), { max: 1, limits: false })
  try {
    for (const limit = Date.now() + MAX_WAIT_MS; Date.now() < limit; await sleep(100)) {
      const { count } = await db
        .selectFrom('image_queue')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) === 0) return
    }
    throw new Error('The sizes were not made in time')
  } finally {
    await db.destroy()
  }
}
