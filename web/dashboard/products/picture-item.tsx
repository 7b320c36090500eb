import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { ProductPicture } from '../../ui/picture.tsx'
import { controlStyle } from '../../ui/form/field.tsx'
import { lacksAlt, type PictureDraft } from './product-draft.ts'

interface PictureItemProps {
  picture: PictureDraft
  name: string
  /** It stands in lists. */
  first: boolean
  /** The buttons that move it. */
  handle: ReactNode
  onAlt(alt: string): void
  onRemove(): void
}

/** One picture of the form: on its way, refused, or stored with the text that says what it shows. */
export function PictureItem({ picture, name, first, handle, onAlt, onRemove }: PictureItemProps) {
  const { file, width = 1, height = 1, alt, progress, error } = picture
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      {file ? (
        <ProductPicture
          picture={{ file, width, height, alt: '' }}
          sizes="80px"
          className="size-20 rounded-xs"
        />
      ) : (
        <span className="grid size-20 shrink-0 place-items-center rounded-xs bg-ground text-quiet">
          <Icon name={error ? 'alert' : 'return'} />
        </span>
      )}
      <div className="min-w-0 grow basis-48">
        <p className="flex gap-2 text-sm text-quiet">
          <span className="min-w-0 truncate">{name}</span>
          {first && <span className="shrink-0 font-medium text-ink">In lists</span>}
        </p>
        {error && (
          <p role="alert" className="mt-1 text-sm font-medium text-danger">
            {error}
          </p>
        )}
        {progress !== undefined && (
          <progress
            aria-label={`Sending ${name}`}
            value={progress}
            max={1}
            className="mt-2 w-full accent-ink"
          >
            {Math.round(progress * 100)} %
          </progress>
        )}
        {file && (
          <input
            aria-label={`What ${name} shows`}
            aria-describedby={lacksAlt(picture) ? `${picture.key}-alt` : undefined}
            placeholder="What it shows, for those who cannot see it"
            value={alt}
            maxLength={250}
            onChange={({ target }) => onAlt(target.value)}
            className={`${controlStyle} mt-1 min-h-10! py-1.5!`}
          />
        )}
        {lacksAlt(picture) && (
          <p id={`${picture.key}-alt`} className="mt-1 text-sm text-warning">
            No text yet
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
