import { useRevalidator } from 'react-router'
import type { Banner } from '#contract/banner.ts'
import { Button } from '../../ui/button.tsx'
import { BannerCarousel } from './banner-carousel.tsx'

/** The banners or, where there are none to show, the words for it. `undefined`: they could not be read. */
export function Banners({ banners }: { banners: Banner[] | undefined }) {
  const { state, revalidate } = useRevalidator()
  if (banners && banners.length > 0) return <BannerCarousel banners={banners} />
  return (
    <div className="grid min-h-[40vh] place-content-center justify-items-center gap-6 bg-ground px-4 text-center text-quiet">
      <p role="status">{words(banners, state === 'loading')}</p>
      {!banners && (
        <Button kind="secondary" onClick={() => void revalidate()}>
          Try again
        </Button>
      )}
    </div>
  )
}

function words(banners: Banner[] | undefined, loading: boolean): string {
  if (loading) return 'Loading...'
  return banners ? 'No Banners Available' : 'Error loading banners. Please try again later.'
}
