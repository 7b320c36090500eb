import { useEffect, useState, type FocusEvent } from 'react'
import type { Banner } from '#contract/catalog/banner.ts'
import { firstView } from '#web/ui/image.tsx'
import { usePageLoaded } from '#web/lib/browser/use-page-loaded.ts'
import { BannerSlide } from './banner-slide.tsx'
import { CarouselControls } from './carousel-controls.tsx'
import { useRotation } from './use-rotation.ts'
import { useSwipe } from './use-rotation.ts'

/** The banners with a fade between them. Without JavaScript they form a scrolling row. */
export default function BannerCarousel({ banners }: { banners: Banner[] }) {
  const rotation = useRotation(banners.length)
  const swipe = useSwipe(rotation)
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(banners.length > 1), [banners.length])
  const loaded = usePageLoaded()

  // Keyboard focus stops the rotation; the focus of a mouse click does not.
  const holdForKeyboard = ({ target }: FocusEvent<HTMLElement>) =>
    rotation.hold(target.matches(':focus-visible'))

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      className="group/carousel relative"
      onFocus={holdForKeyboard}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || rotation.hold(false)}
    >
      {isHydrated && <CarouselControls banners={banners} rotation={rotation} />}
      <div aria-live={rotation.rotating ? 'off' : 'polite'} className="banner-pile" {...swipe}>
        {banners.map((banner, index) => (
          <div
            key={banner.id}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${banners.length}`}
            inert={isHydrated && index !== rotation.selected}
            className={
              index === rotation.selected ? 'banner-current' : `banner-behind ${loaded ? '' : 'load-later'}`
            }
          >
            <BannerSlide banner={banner} priority={firstView(index, 1)} />
          </div>
        ))}
      </div>
    </section>
  )
}
