import { preload } from 'react-dom'
import type { Image } from '#contract/fields.ts'
import { links, imageWidths } from '#contract/links.ts'

/**
 * When an image loads. The head preloads the main image of the first view, and other images of that view load with the page.
 * All further ones load when they come near the window.
 */
export type ImagePriority = 'main' | 'first-view'

/** The priority of the image at a position of a list whose first `count` images are in the first view. */
export function firstView(index: number, count: number): ImagePriority | undefined {
  if (index >= count) return undefined
  return index === 0 ? 'main' : 'first-view'
}

interface ProductImageProps {
  image: Image
  /** The `sizes` attribute; or `thumbnail`: one width for all small images, so that a product page loads each once. */
  sizes: string
  priority?: ImagePriority | undefined
  /** Replaces the image's own alt text. Pass empty text if the text beside it says the same. */
  alt?: string
  className?: string
}

const THUMBNAIL_WIDTH = 320

/** A stored image as AVIF or WebP in a fitting width. `missing-images.tsx` replaces one that fails to load. */
export function ProductImage({ image, sizes, priority, alt = image.alt, className = '' }: ProductImageProps) {
  const { file, width, height } = image
  const scaled = imageWidths.filter((offered) => offered <= width)
  const small = sizes === 'thumbnail' ? scaled.findLast((offered) => offered <= THUMBNAIL_WIDTH) : undefined
  const source = (type: 'avif' | 'webp') =>
    small
      ? { srcSet: links.image(file, small, type) }
      : { srcSet: scaled.map((w) => `${links.image(file, w, type)} ${w}w`).join(', '), sizes }
  const isScaled = scaled.length > 0
  const avif = source('avif')
  if (priority === 'main' && isScaled) {
    const { srcSet, sizes: imageSizes = '' } = avif
    // Browsers without AVIF ignore it, because of its type.
    preload(srcSet, {
      as: 'image',
      imageSrcSet: srcSet,
      imageSizes,
      type: 'image/avif',
      fetchPriority: 'high',
    })
  }
  return (
    <picture className={`block overflow-hidden bg-ground ${className}`}>
      {isScaled && <source type="image/avif" {...avif} />}
      <img
        {...(isScaled && source('webp'))}
        src={links.image(file, small ?? scaled.findLast((w) => w <= 640))}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority === 'main' ? 'high' : 'auto'}
        decoding={priority === 'main' ? 'sync' : 'async'}
        className="size-full object-cover"
      />
    </picture>
  )
}
