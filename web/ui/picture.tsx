import { useEffect, useRef, useState } from 'react'
import type { Picture } from '#contract/fields.ts'
import { links, pictureWidths } from '#contract/links.ts'

interface ProductPictureProps {
  picture: Picture
  /** The width it takes on the page, as the `sizes` attribute says it. */
  sizes: string
  /** The largest picture of the first view: loaded at once and first. Others wait until they come near. */
  priority?: boolean
  /** In the place of the picture's own text: empty where words beside it say the same. */
  alt?: string
  className?: string
}

/** A stored picture in the width that fits, AVIF or WebP; where it fails, a quiet placeholder of the same size. */
export function ProductPicture({
  picture,
  sizes,
  priority,
  alt = picture.alt,
  className = '',
}: ProductPictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState(false)
  // It may have failed before this script ran.
  useEffect(
    () => setFailed(image.current?.complete === true && image.current.naturalWidth === 0),
    [picture.file],
  )

  const { file, width, height } = picture
  const widths = pictureWidths.filter((scaled) => scaled <= width)
  const set = (type: 'avif' | 'webp') => widths.map((w) => `${links.picture(file, w, type)} ${w}w`).join(', ')
  return (
    <picture className={`block overflow-hidden bg-ground ${className}`}>
      {widths.length > 0 && !failed && (
        <>
          <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
          <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
        </>
      )}
      <img
        ref={image}
        src={
          failed
            ? placeholder
            : links.picture(
                file,
                widths.findLast((w) => w <= 640),
              )
        }
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        onError={() => setFailed(true)}
        className="size-full object-cover"
      />
    </picture>
  )
}

const placeholder = '/picture-missing.svg'
