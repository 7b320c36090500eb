import { useRef, useState, type KeyboardEvent } from 'react'
import type { Image } from '#contract/fields.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ProductImage } from '../../../ui/image.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { useSlides } from './use-slides.ts'

interface GalleryProps {
  images: Image[]
  /** The image of the chosen variant. */
  selectedFile: string | null | undefined
  productName: string
}

/**
 * A scroll-snapping row of product images with arrows, arrow keys and thumbnails. Without JavaScript the row scrolls, and
 * the thumbnails are anchors.
 */
export function Gallery({ images: allImages, selectedFile, productName }: GalleryProps) {
  // The variant's image comes first when the page opens; the order then stays.
  const [images] = useState(() => {
    const first = allImages.filter(({ file }) => file === selectedFile)
    return [...first, ...allImages.filter(({ file }) => file !== selectedFile)]
  })
  const row = useRef<HTMLUListElement>(null)
  const slides = useSlides(row, images, selectedFile)
  const hasSeveral = images.length > 1
  if (images.length === 0) return <div className="aspect-square rounded-xs bg-ground" />

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, () => void> = {
      ArrowLeft: slides.previous,
      ArrowRight: slides.next,
      Home: () => slides.select(0),
      End: () => slides.select(images.length - 1),
    }
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    step()
  }

  return (
    <section
      aria-label={`Images of ${productName}`}
      onKeyDown={hasSeveral ? onKeyDown : undefined}
      // The grid reserves the column of thumbnails before they load, so that nothing moves.
      className={`min-w-0 lg:items-start lg:gap-4 ${hasSeveral ? 'lg:grid lg:grid-cols-[6rem_minmax(0,1fr)]' : ''}`}
    >
      <div className="relative min-w-0 lg:col-start-2">
        <ul
          ref={row}
          onScroll={slides.onScroll}
          onPointerDown={slides.onTouch}
          // A scrollable region must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={hasSeveral ? 0 : undefined}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-xs bg-ground [scrollbar-width:none] noscript:[scrollbar-width:auto]"
        >
          {images.map((image, index) => (
            <li key={image.file} id={`image-${index + 1}`} className="w-full shrink-0 snap-center">
              <ProductImage
                image={image}
                sizes="(min-width: 1440px) 650px, (min-width: 1024px) 44vw, (min-width: 768px) 49vw, 94vw"
                priority={index === 0}
                alt={image.alt || productName}
                className="aspect-square"
              />
            </li>
          ))}
        </ul>
        {hasSeveral && (
          <>
            <Arrow name="left" label="Previous image" onClick={slides.previous} className="left-3" />
            <Arrow name="right" label="Next image" onClick={slides.next} className="right-3" />
          </>
        )}
      </div>
      {hasSeveral && <Thumbnails images={images} selected={slides.selected} select={slides.select} />}
      <p role="status" className="sr-only">
        {slides.announced}
      </p>
    </section>
  )
}

interface ArrowProps {
  name: 'left' | 'right'
  label: string
  onClick: () => void
  className: string
}

function Arrow({ name, label, onClick, className }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute top-1/2 -mt-[22px] grid size-[44px] cursor-pointer place-items-center rounded-full bg-page/85 transition-colors duration-150 hover:bg-page noscript:hidden ${className}`}
    >
      <Icon name={name} className="size-5" />
    </button>
  )
}
