import type { Banner } from '#contract/catalog/banner.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ProductImage, type ImagePriority } from '#web/ui/image.tsx'

/** One full-width banner with its text and link. */
export function BannerSlide({ banner, priority }: { banner: Banner; priority: ImagePriority | undefined }) {
  const { title, subtitle, link, image } = banner
  const hasText = Boolean(title || subtitle || link)
  return (
    <div className="relative flex h-full min-h-[40vh] flex-col justify-end md:min-h-[60vh] lg:min-h-[86vh]">
      <ProductImage
        image={image}
        sizes="(min-width: 64rem) max(100vw, 202vh), (min-width: 48rem) max(100vw, 141vh), max(100vw, 70vh)"
        priority={priority}
        alt={title ? '' : image.alt}
        className="banner-image"
      />
      {hasText && (
        <div className="page-width relative">
          <div className="banner-words">
            {title && <h2 className="font-display text-banner">{title}</h2>}
            {subtitle && (
              <p className="mt-2 hidden max-w-[36ch] text-pretty text-quiet sm:block lg:text-lg">
                {subtitle}
              </p>
            )}
            {link && (
              <a
                href={link}
                className="mt-1 inline-flex max-w-[45%] min-h-11 items-center gap-2 font-medium underline-offset-4 hover:underline sm:mt-4"
              >
                Shop now
                {title && <span className="sr-only">: {title}</span>}
                <Icon name="arrow" className="size-5" />
              </a>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
