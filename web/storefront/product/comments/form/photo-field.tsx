import { useEffect, useId, useRef, useState } from 'react'
import type { MAX_PHOTOS } from '#contract/comments/comment.ts'
import { newKey } from '#web/lib/new-key.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { drawPreview } from '#web/ui/form/draw-preview.ts'
import { Icon } from '#web/ui/icon.tsx'

// Typed by the contract without importing its schemas into the bundle.
const LIMIT: typeof MAX_PHOTOS = 4

interface PhotoFieldProps {
  photos: readonly File[]
  onChange(photos: readonly File[]): void
}

/** Chooses up to 4 photos, shows them, and removes them again. Large ones become smaller before they are sent. */
export function PhotoField({ photos, onChange }: PhotoFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  const keyOf = useKeys()
  const isFull = photos.length >= LIMIT

  async function add(chosen: readonly File[]) {
    const images = chosen.filter(({ type }) => type.startsWith('image/'))
    const added = await Promise.all(images.slice(0, LIMIT - photos.length).map(shrinkPhoto))
    onChange([...photos, ...added])
    setMessage(
      images.length < chosen.length
        ? 'Choose image files, such as JPEG or PNG.'
        : images.length > added.length
          ? `Up to ${LIMIT} photos can be sent. The others were left out.`
          : '',
    )
  }

  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        {photos.map((photo, index) => (
          <div key={keyOf(photo)} className="relative">
            <Preview photo={photo} />
            <button
              type="button"
              aria-label={`Remove photo ${index + 1}`}
              onClick={() => {
                onChange(photos.filter((other) => other !== photo))
                setMessage('')
                input.current?.focus()
              }}
              className="absolute -top-2 -right-2 grid size-7 cursor-pointer place-items-center rounded-full bg-ink text-white"
            >
              <Icon name="close" className="size-4" />
            </button>
          </div>
        ))}
        <div className="relative">
          <input
            ref={input}
            id={id}
            type="file"
            name="photos"
            multiple
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            aria-describedby={`${id}-message`}
            aria-disabled={isFull}
            onClick={(event) => {
              if (isFull) event.preventDefault()
            }}
            onChange={({ target }) => {
              void add([...(target.files ?? [])])
              // The same file can be chosen again after it was removed.
              target.value = ''
            }}
            className="peer sr-only"
          />
          <label
            htmlFor={id}
            className={buttonStyle(
              'quiet',
              `cursor-pointer px-0! peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-ink ${isFull ? 'opacity-60' : ''}`,
            )}
          >
            {photos.length === 0 ? 'Add photos' : 'Add more photos'}
          </label>
        </div>
      </div>
      <p id={`${id}-message`} role="status" className="mt-2 text-sm text-quiet">
        {message || (photos.length > 0 ? `${photos.length} of ${LIMIT} photos` : '')}
      </p>
    </div>
  )
}

/** Keys for files, which have no identity of their own: the same photo may be chosen twice. */
function useKeys(): (photo: File) => string {
  const [keys] = useState(() => new WeakMap<File, string>())
  return (photo) => {
    const key = keys.get(photo) ?? newKey()
    keys.set(photo, key)
    return key
  }
}

const PREVIEW_SIZE = 80

function Preview({ photo }: { photo: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) void drawPreview(photo, canvas.current)
  }, [photo])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={photo.name}
      width={2 * PREVIEW_SIZE}
      height={2 * PREVIEW_SIZE}
      className="size-20 rounded-xs bg-ground"
    />
  )
}

/** The longest side that a photo is sent with, in pixels. */
const MAX_SIDE = 2000
const JPEG_QUALITY = 0.85

/**
 * Scales a photo down to 2000 px, because a telephone's takes minutes on a slow line. Returns the photo itself if it is small
 * enough or the browser cannot read it.
 */
async function shrinkPhoto(photo: File): Promise<File> {
  const image = await createImageBitmap(photo).catch(() => undefined)
  if (!image) return photo
  const scale = MAX_SIDE / Math.max(image.width, image.height)
  if (scale >= 1) return photo
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
  const blob = await promise
  return blob && blob.size < photo.size ? new File([blob], photo.name, { type: blob.type }) : photo
}
