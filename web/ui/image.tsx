import { useEffect, useRef, useState } from 'react'
import type { Image } from '#contract/fields.ts'
import { links, imageWidths } from '#contract/links.ts'

interface ProductImageProps {
  image: Image
  /** The `sizes` attribute. */
  sizes: string
  /** Loads the image eagerly and first, for the largest image of the first view. Others load lazily. */
  priority?: boolean
  /** Replaces the image's own alt text. Pass empty text if the text beside it says the same. */
  alt?: string
  className?: string
}

/** A stored image as AVIF or WebP in a fitting width, or a placeholder of the same size if it fails to load. */
export function ProductImage({ image, sizes, priority, alt = image.alt, className = '' }: ProductImageProps) {
  const img = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState(false)
  // The image may have failed before hydration.
  useEffect(() => setFailed(img.current?.complete === true && img.current.naturalWidth === 0), [image.file])

  const { file, width, height } = image
  const widths = imageWidths.filter((scaled) => scaled <= width)
  const set = (type: 'avif' | 'webp') => widths.map((w) => `${links.image(file, w, type)} ${w}w`).join(', ')
  return (
    <picture className={`block overflow-hidden bg-ground ${className}`}>
      {widths.length > 0 && !failed && (
        <>
          <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
          <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
        </>
      )}
      <img
        ref={img}
        src={
          failed
            ? placeholder
            : links.image(
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

const placeholder = '/image-missing.svg'
