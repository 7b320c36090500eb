import type { Banner } from '#contract/catalog/banner.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { useRotation } from './use-rotation.ts'

interface CarouselControlsProps {
  banners: Banner[]
  rotation: ReturnType<typeof useRotation>
}

/** Pause button, dots and arrows. The arrows appear on hover, on focus and on touch screens. */
export function CarouselControls({ banners, rotation }: CarouselControlsProps) {
  const arrow =
    'absolute top-1/2 z-10 -mt-5 grid size-10 place-items-center rounded-full bg-page text-ink transition-opacity ' +
    'duration-150 focus-visible:opacity-100 group-focus-within/carousel:opacity-100 group-hover/carousel:opacity-100 ' +
    '[@media(hover:hover)]:opacity-0 lg:size-12 lg:-mt-6'
  return (
    <>
      <div className="carousel-controls">
        <button
          type="button"
          onClick={rotation.toggle}
          aria-label={rotation.playing ? 'Pause slideshow' : 'Play slideshow'}
          className="grid size-[44px] shrink-0 place-items-center"
        >
          <Icon name={rotation.playing ? 'pause' : 'play'} className="size-5" />
        </button>
        <ul className="flex flex-wrap">
          {banners.map((banner, index) => (
            <li key={banner.id}>
              <button
                type="button"
                aria-label={`Show slide ${index + 1} of ${banners.length}`}
                aria-current={index === rotation.selected ? 'true' : undefined}
                onClick={() => rotation.show(index)}
                className="group/dot grid size-[24px] place-items-center"
              >
                <span className="size-[8px] rounded-full border border-ink group-aria-[current]/dot:border-4" />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <button
        type="button"
        aria-label="Previous slide"
        onClick={rotation.previous}
        className={`${arrow} left-3 lg:left-6`}
      >
        <Icon name="left" className="size-5" />
      </button>
      <button
        type="button"
        aria-label="Next slide"
        onClick={rotation.next}
        className={`${arrow} right-3 lg:right-6`}
      >
        <Icon name="right" className="size-5" />
      </button>
    </>
  )
}
