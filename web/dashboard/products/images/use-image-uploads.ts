import { useRef, useState } from 'react'
import { MAX_IMAGE_BYTES } from '#contract/fields.ts'
import { sendImage } from '#web/data/admin/catalog/products.ts'
import { serverMessage } from '#web/lib/api.ts'
import { newKey } from '#web/lib/new-key.ts'
import type { ImageDraft, ProductForm } from '../form/product-draft.ts'

const MAX_PARALLEL_UPLOADS = 2
const maxMegabytes = MAX_IMAGE_BYTES / 1024 / 1024

/** A file that is not an image of the product, and why. */
export interface Refusal {
  key: string
  name: string
  reason: string
}

/** Uploads images, two at a time. A refused file leaves the images of the form; `refusals` has those of the last choice. */
export function useImageUploads({ draft, change }: ProductForm) {
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
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
      write(key, () => undefined)
      setRefusals((others) => [...others, { key, name: file.name, reason }])
    }
  }

  async function work() {
    for (let next = queue.current.shift(); next; next = queue.current.shift()) await send(next.key, next.file)
    runningCount.current -= 1
  }

  /** Ignores a file whose name is in the form already. */
  function add(files: Iterable<File>) {
    const known = new Set(draft.images.map(({ name }) => name))
    const fresh: { key: string; file: File }[] = []
    const refused: Refusal[] = []
    for (const file of files) {
      if (known.has(file.name)) continue
      known.add(file.name)
      const [key, reason] = [newKey(), refusal(file)]
      if (reason) refused.push({ key, name: file.name, reason })
      else fresh.push({ key, file })
    }
    setRefusals(refused)
    const added = fresh.map(({ key, file }) => ({ key, name: file.name, alt: '', progress: 0 }))
    if (added.length > 0) change(({ images }) => ({ images: [...images, ...added] }))
    queue.current.push(...fresh)
    while (
      runningCount.current < Math.min(MAX_PARALLEL_UPLOADS, runningCount.current + queue.current.length)
    ) {
      runningCount.current += 1
      void work()
    }
  }

  return { add, refusals, dismiss: () => setRefusals([]) }
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
