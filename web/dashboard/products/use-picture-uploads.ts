import { useRef } from 'react'
import { pictureBytes } from '#contract/product.ts'
import { sendPicture } from '../../data/admin-products.ts'
import { serverMessage } from '../../lib/api.ts'
import { newKey } from './combinations.ts'
import type { PictureDraft } from './product-draft.ts'
import type { ProductForm } from './product-form.ts'

const atOnce = 2
const megabytes = pictureBytes / 1024 / 1024

/** Sends picked and dropped pictures, two at a time; one that is refused stays with the reason, the others go on. */
export function usePictureUploads({ draft, change }: ProductForm) {
  const waiting = useRef<{ key: string; file: File }[]>([])
  const running = useRef(0)
  const write = (key: string, changes: (picture: PictureDraft) => PictureDraft | undefined) =>
    change(({ pictures }) => ({
      pictures: pictures.flatMap((picture) => (picture.key === key ? (changes(picture) ?? []) : picture)),
    }))

  async function send(key: string, file: File) {
    try {
      const stored = await sendPicture(file, (progress) =>
        write(key, (picture) => ({ ...picture, progress })),
      )
      change(({ pictures }) => ({ pictures: withStored(pictures, key, stored) }))
    } catch (error) {
      const reason = serverMessage(error) ?? 'It could not be sent. Please try again.'
      write(key, (picture) => ({ ...arrived(picture), error: reason }))
    }
  }

  async function work() {
    for (let next = waiting.current.shift(); next; next = waiting.current.shift())
      await send(next.key, next.file)
    running.current -= 1
  }

  /** A file of a name that is there already is ignored, unless that one was refused. */
  function add(files: Iterable<File>) {
    const known = new Set(draft.pictures.flatMap(({ name, error }) => (error ? [] : name)))
    const fresh: { key: string; file: File; error: string | undefined }[] = []
    for (const file of files) {
      if (known.has(file.name)) continue
      known.add(file.name)
      fresh.push({ key: newKey(), file, error: refusal(file) })
    }
    if (fresh.length === 0) return
    const names = new Set(fresh.map(({ file }) => file.name))
    const added = fresh.map(({ key, file, error }) => ({
      key,
      name: file.name,
      alt: '',
      ...(error ? { error } : { progress: 0 }),
    }))
    change(({ pictures }) => ({
      pictures: [...pictures.filter(({ error, name }) => !(error && names.has(name))), ...added],
    }))
    waiting.current.push(...fresh.filter(({ error }) => !error))
    while (running.current < Math.min(atOnce, running.current + waiting.current.length)) {
      running.current += 1
      void work()
    }
  }

  return { add }
}

function refusal({ type, size }: File): string | undefined {
  if (!type.startsWith('image/')) return 'This is not a picture.'
  return size > pictureBytes ? `A picture has at most ${megabytes} MB.` : undefined
}

/** The same picture under another name has the same stored file: it is there once. */
function withStored(
  pictures: readonly PictureDraft[],
  key: string,
  stored: { file: string; width: number; height: number },
): PictureDraft[] {
  const twice = pictures.some((picture) => picture.key !== key && picture.file === stored.file)
  return pictures.flatMap((picture) => {
    if (picture.key !== key) return picture
    return twice ? [] : { ...arrived(picture), ...stored }
  })
}

/** No longer on its way. */
function arrived(picture: PictureDraft): PictureDraft {
  const { progress: sent, ...rest } = picture
  return sent === undefined ? picture : rest
}
