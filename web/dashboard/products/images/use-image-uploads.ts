import { useRef } from 'react'
import { MAX_IMAGE_BYTES } from '#contract/fields.ts'
import { sendImage } from '../../../data/admin/catalog/products.ts'
import { serverMessage } from '../../../lib/api.ts'
import { newKey } from '../variants/combinations.ts'
import type { ImageDraft, ProductForm } from '../form/product-draft.ts'

const MAX_PARALLEL_UPLOADS = 2
const maxMegabytes = MAX_IMAGE_BYTES / 1024 / 1024

/** Uploads images, two at a time. A refused image stays in the form with the reason. */
export function useImageUploads({ draft, change }: ProductForm) {
  const queue = useRef<{ key: string; file: File }[]>([])
  const runningCount = useRef(0)
  const write = (key: string, changes: (image: ImageDraft) => ImageDraft | undefined) =>
    change(({ images }) => ({
      images: images.flatMap((image) => (image.key === key ? (changes(image) ?? []) : image)),
    }))

  async function send(key: string, file: File) {
    try {
      const stored = await sendImage(file, (progress) => write(key, (image) => ({ ...image, progress })))
      change(({ images }) => ({ images: withStored(images, key, stored) }))
    } catch (error) {
      const reason = serverMessage(error) ?? 'The upload failed. Please try again.'
      write(key, (image) => ({ ...withoutProgress(image), error: reason }))
    }
  }

  async function work() {
    for (let next = queue.current.shift(); next; next = queue.current.shift()) await send(next.key, next.file)
    runningCount.current -= 1
  }

  /** Ignores a file whose name is in the form already, unless that one was refused. */
  function add(files: Iterable<File>) {
    const known = new Set(draft.images.flatMap(({ name, error }) => (error ? [] : name)))
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
    change(({ images }) => ({
      images: [...images.filter(({ error, name }) => !(error && names.has(name))), ...added],
    }))
    queue.current.push(...fresh.filter(({ error }) => !error))
    while (
      runningCount.current < Math.min(MAX_PARALLEL_UPLOADS, runningCount.current + queue.current.length)
    ) {
      runningCount.current += 1
      void work()
    }
  }

  return { add }
}

function refusal({ type, size }: File): string | undefined {
  if (!type.startsWith('image/')) return 'Not an image file.'
  return size > MAX_IMAGE_BYTES ? `Images can be up to ${maxMegabytes} MB.` : undefined
}

/** Drops a duplicate: the same image under another name has the same stored file. */
function withStored(
  images: readonly ImageDraft[],
  key: string,
  stored: { file: string; width: number; height: number },
): ImageDraft[] {
  const isDuplicate = images.some((image) => image.key !== key && image.file === stored.file)
  return images.flatMap((image) => {
    if (image.key !== key) return image
    return isDuplicate ? [] : { ...withoutProgress(image), ...stored }
  })
}

/** The image without its progress. */
function withoutProgress(image: ImageDraft): ImageDraft {
  const { progress, ...rest } = image
  return progress === undefined ? image : rest
}
