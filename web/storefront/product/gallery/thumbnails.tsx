import type { MouseEvent } from 'react'
import type { Image } from '#contract/fields.ts'
import { ProductImage } from '#web/ui/image.tsx'

interface ThumbnailsProps {
  images: Image[]
  selected: number
  select: (index: number) => void
}

const MAX_THUMBNAILS = 3

/** At most three thumbnails. The third one stands for all further images: it counts them and steps through them. */
export function Thumbnails({ images, selected, select }: ThumbnailsProps) {
  const last = MAX_THUMBNAILS - 1
  const hidden = images.length - MAX_THUMBNAILS
  return (
    <ul className="mt-3 flex gap-3 md:aspect-3/1">
      {images.slice(0, MAX_THUMBNAILS).map((image, position) => {
        const isGroup = position === last && hidden > 0
        const isInGroup = isGroup && selected >= last
        const index = isInGroup ? selected : position
        const target = isInGroup ? last + ((selected - last + 1) % (hidden + 1)) : position
        const label = `Image ${index + 1} of ${images.length}${isGroup && !isInGroup ? `, ${hidden} more` : ''}`
        return (
          <li key={image.file} className="max-w-18 grow basis-0 sm:max-w-24 md:max-w-none">
            <a
              href={`#image-${position + 1}`}
              aria-label={label}
              aria-current={index === selected ? 'true' : undefined}
              onClick={(event: MouseEvent) => {
                event.preventDefault()
                select(target)
              }}
              className="relative block aspect-square overflow-hidden md:aspect-auto md:h-full rounded-xs border border-transparent p-0.5 aria-[current]:border-ink forced-colors:aria-[current]:border-4"
            >
              <ProductImage
                image={images[index] ?? image}
                sizes="thumbnail"
                alt=""
                className="size-full rounded-[1px]"
              />
              {isGroup && (
                <span
                  aria-hidden="true"
                  className="absolute right-1 bottom-1 rounded-xs bg-page/90 px-1.5 py-0.5 text-sm font-medium tabular"
                >
                  +{hidden}
                </span>
              )}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
