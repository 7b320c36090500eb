import type { Image } from '#contract/fields.ts'
import { ProductImage } from '#web/ui/image.tsx'

/** The image of a row; decorative beside the name. */
export function Thumbnail({ image, wide }: { image: Image | null; wide?: boolean }) {
  const size = wide ? 'h-20 w-40' : 'size-8'
  if (!image) return <span className={`inline-block bg-ground ${size}`} />
  return <ProductImage image={image} sizes={wide ? '160px' : '32px'} alt="" className={`shrink-0 ${size}`} />
}
