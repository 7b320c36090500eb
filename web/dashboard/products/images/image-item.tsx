import type { ReactNode } from 'react'
import { readVideo, unknownVideo } from '#contract/catalog/video.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ProductImage } from '#web/ui/image.tsx'
import { controlStyle } from '#web/ui/form/field.tsx'
import { lacksAlt, type ImageDraft } from '../form/product-draft.ts'

interface ImageItemProps {
  image: ImageDraft
  name: string
  /** Listings show the first image. */
  first: boolean
  /** The buttons that move the image. */
  handle: ReactNode
  onChange(changes: Partial<ImageDraft>): void
  onRemove(): void
}

/** An image of the form: uploading, or stored with its alt text. */
export function ImageItem({ image, name, first, handle, onChange, onRemove }: ImageItemProps) {
  const { file, width = 1, height = 1, alt, video = '', progress } = image
  const isUnknown = video.trim() !== '' && readVideo(video.trim()) === undefined
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      {file ? (
        <ProductImage image={{ file, width, height, alt: '' }} sizes="80px" className="size-20 rounded-xs" />
      ) : (
        <span className="grid size-20 shrink-0 place-items-center rounded-xs bg-ground text-quiet">
          <Icon name="return" />
        </span>
      )}
      <div className="min-w-0 grow basis-48">
        <p className="flex gap-2 text-sm text-quiet">
          <span className="min-w-0 truncate">{name}</span>
          {first && <span className="shrink-0 font-medium text-ink">Main image</span>}
        </p>
        {progress !== undefined && (
          <progress
            aria-label={`Uploading ${name}`}
            value={progress}
            max={1}
            className="mt-2 w-full accent-ink"
          >
            {Math.round(progress * 100)}%
          </progress>
        )}
        {file && (
          <input
            aria-label={`Alt text of ${name}`}
            aria-describedby={lacksAlt(image) ? `${image.key}-alt` : undefined}
            placeholder="Alt text (describes the image)"
            value={alt}
            maxLength={250}
            onChange={({ target }) => onChange({ alt: target.value })}
            className={`${controlStyle} mt-1 min-h-10! py-1.5!`}
          />
        )}
        {lacksAlt(image) && (
          <p id={`${image.key}-alt`} className="mt-1 text-sm text-warning">
            No alt text
          </p>
        )}
        {file && (
          <input
            aria-label={`Video of ${name}`}
            aria-describedby={isUnknown ? `${image.key}-video` : undefined}
            aria-invalid={isUnknown || undefined}
            placeholder="YouTube or Vimeo address (optional)"
            inputMode="url"
            value={video}
            maxLength={300}
            onChange={({ target }) => onChange({ video: target.value })}
            className={`${controlStyle} mt-2 min-h-10! py-1.5!`}
          />
        )}
        {isUnknown && (
          <p id={`${image.key}-video`} className="mt-1 text-sm text-danger">
            {unknownVideo}
          </p>
        )}
      </div>
      <span className="flex shrink-0">
        {handle}
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
          className="grid size-9 cursor-pointer place-items-center rounded-xs hover:bg-ground"
        >
          <Icon name="close" className="size-5" />
        </button>
      </span>
    </div>
  )
}
