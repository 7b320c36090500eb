import { useRef, useState, type KeyboardEvent } from 'react'
import type { Picture } from '#contract/fields.ts'
import { Icon } from '../../ui/icon.tsx'
import { ProductPicture } from '../../ui/picture.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { useSlides } from './use-slides.ts'

interface GalleryProps {
  pictures: Picture[]
  /** File of the picture that should be seen now: that of the chosen variant. */
  shown: string | null | undefined
  /** Name of the product. */
  name: string
}

/**
 * The pictures of a product in a row that snaps to each: swiped on touch screens, leafed through by arrows, keys and
 * thumbnails. Without a script the row scrolls, and the thumbnails lead to their pictures.
 */
export function Gallery({ pictures: given, shown, name }: GalleryProps) {
  // The page begins with the picture it was opened for; the order then stays.
  const [pictures] = useState(() => {
    const first = given.filter(({ file }) => file === shown)
    return [...first, ...given.filter(({ file }) => file !== shown)]
  })
  const row = useRef<HTMLUListElement>(null)
  const slides = useSlides(row, pictures, shown)
  const several = pictures.length > 1
  if (pictures.length === 0) return <div className="aspect-square rounded-xs bg-ground" />

  function leaf(event: KeyboardEvent) {
    const steps: Record<string, () => void> = {
      ArrowLeft: slides.previous,
      ArrowRight: slides.next,
      Home: () => slides.select(0),
      End: () => slides.select(pictures.length - 1),
    }
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    step()
  }

  return (
    <section
      aria-label={`Pictures of ${name}`}
      onKeyDown={several ? leaf : undefined}
      // The column of thumbnails is there before they are: what comes later in the page moves nothing.
      className={`min-w-0 lg:items-start lg:gap-4 ${several ? 'lg:grid lg:grid-cols-[6rem_minmax(0,1fr)]' : ''}`}
    >
      <div className="relative min-w-0 lg:col-start-2">
        <ul
          ref={row}
          onScroll={slides.onScroll}
          onPointerDown={slides.onTouch}
          // What scrolls must be reached by keys as well.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={several ? 0 : undefined}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-xs bg-ground [scrollbar-width:none] noscript:[scrollbar-width:auto]"
        >
          {pictures.map((picture, index) => (
            <li key={picture.file} id={`picture-${index + 1}`} className="w-full shrink-0 snap-center">
              <ProductPicture
                picture={picture}
                sizes="(min-width: 1440px) 650px, (min-width: 1024px) 44vw, (min-width: 768px) 49vw, 94vw"
                priority={index === 0}
                alt={picture.alt || name}
                className="aspect-square"
              />
            </li>
          ))}
        </ul>
        {several && (
          <>
            <Arrow name="left" label="Previous picture" onClick={slides.previous} className="left-3" />
            <Arrow name="right" label="Next picture" onClick={slides.next} className="right-3" />
          </>
        )}
      </div>
      {several && <Thumbnails pictures={pictures} selected={slides.selected} select={slides.select} />}
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
