import { useEffect, useState, type FocusEvent } from 'react'
import type { Banner } from '#contract/banner.ts'
import { BannerSlide } from './banner-slide.tsx'
import { CarouselControls } from './carousel-controls.tsx'
import { usePageLoaded } from './use-page-loaded.ts'
import { useRotation } from './use-rotation.ts'
import { useSwipe } from './use-swipe.ts'

/** The banners, one fading into the next. Without script they stand side by side and can be scrolled. */
export function BannerCarousel({ banners }: { banners: Banner[] }) {
  const rotation = useRotation(banners.length)
  const swipe = useSwipe(rotation)
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(banners.length > 1), [banners.length])
  const loaded = usePageLoaded()

  // A press with the mouse leaves the focus on a button without wanting to stop anything.
  const holdForKeyboard = (event: FocusEvent<HTMLElement>) => {
    if (event.target.matches(':focus-visible')) rotation.hold(true)
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      className="group/carousel relative"
      onPointerEnter={(event) => event.pointerType === 'mouse' && rotation.hold(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && rotation.hold(false)}
      onFocus={holdForKeyboard}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || rotation.hold(false)}
    >
      {ready && <CarouselControls banners={banners} rotation={rotation} />}
      <div aria-live={rotation.rotating ? 'off' : 'polite'} className="banner-pile" {...swipe}>
        {banners.map((banner, index) => (
          <div
            key={banner.id}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${banners.length}`}
            inert={ready && index !== rotation.selected}
            className={
              index === rotation.selected ? 'banner-front' : `banner-behind ${loaded ? '' : 'banner-later'}`
            }
          >
            <BannerSlide banner={banner} priority={index === 0} />
          </div>
        ))}
      </div>
    </section>
  )
}
