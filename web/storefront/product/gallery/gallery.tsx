import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { links } from '#contract/links.ts'
import { Icon } from '#web/ui/icon.tsx'
import { firstView, ProductImage } from '#web/ui/image.tsx'
import type { FullScreen } from './full-screen.tsx'
import { PlayVideo } from './play-video.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { useSlides } from './use-slides.ts'

interface GalleryProps {
  images: ProductDetail['images']
  /** The image of the chosen variant. */
  selectedFile: string | null | undefined
  productName: string
}

/**
 * A scroll-snapping row of product images with arrows, arrow keys and thumbnails. A press on an image opens it full screen.
 * Without JavaScript the row scrolls, the thumbnails are anchors, and each image is a link to its file.
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
  const [Viewer, setViewer] = useState<typeof FullScreen>()

  function openFullScreen(event: MouseEvent<HTMLAnchorElement>) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { href } = event.currentTarget
    void import('./full-screen.tsx').then(
      (loaded) => setViewer(() => loaded.FullScreen),
      () => location.assign(href),
    )
  }

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
      className="min-w-0"
    >
      <div className="relative">
        <ul
          ref={row}
          onScroll={slides.onScroll}
          onPointerDown={slides.onTouch}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-xs bg-ground [scrollbar-width:none] noscript:[scrollbar-width:auto]"
        >
          {images.map((image, index) => (
            <li
              key={image.file}
              id={`image-${index + 1}`}
              className={`relative w-full shrink-0 snap-center ${slides.isNear(index) ? '' : 'load-later'}`}
            >
              <a
                href={links.image(image.file)}
                tabIndex={index === slides.selected ? 0 : -1}
                aria-label={`Enlarge: ${image.alt || productName}`}
                onClick={openFullScreen}
                className="block cursor-zoom-in focus-visible:-outline-offset-4"
              >
                <ProductImage
                  image={image}
                  sizes="(min-width: 1440px) 650px, (min-width: 1024px) 45vw, (min-width: 768px) 49vw, 94vw"
                  priority={firstView(index, 1)}
                  alt={image.alt || productName}
                  className="aspect-square"
                />
              </a>
              {image.video && (
                <PlayVideo
                  video={image.video}
                  name={image.alt || productName}
                  isShown={index === slides.selected}
                />
              )}
            </li>
          ))}
        </ul>
        {hasSeveral && (
          <>
            <Arrow name="left" label="Previous image" onClick={slides.previous} className="left-3" />
            <Arrow name="right" label="Next image" onClick={slides.next} className="right-3" />
            <p
              aria-hidden="true"
              className="pointer-events-none absolute right-3 bottom-3 rounded-full bg-page/85 px-2.5 py-0.5 text-sm tabular noscript:hidden"
            >
              {slides.selected + 1} / {images.length}
            </p>
          </>
        )}
      </div>
      {hasSeveral && <Thumbnails images={images} selected={slides.selected} select={slides.select} />}
      <p role="status" className="sr-only">
        {slides.announced}
      </p>
      {Viewer && (
        <Viewer
          images={images}
          productName={productName}
          initial={slides.selected}
          onClose={(index) => {
            slides.select(index)
            setViewer(undefined)
          }}
        />
      )}
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
