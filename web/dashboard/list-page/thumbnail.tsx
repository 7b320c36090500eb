import type { Image } from '#contract/fields.ts'
import { ProductImage } from '#web/ui/image.tsx'

const sizes = {
  small: { box: 'size-8', width: '32px' },
  large: { box: 'size-16', width: '64px' },
  wide: { box: 'h-20 w-40', width: '160px' },
} as const

/** The image of a row; decorative beside the name. */
export function Thumbnail({ image, size = 'small' }: { image: Image | null; size?: keyof typeof sizes }) {
  const { box, width } = sizes[size]
  if (!image) return <span className={`inline-block bg-ground ${box}`} />
  return <ProductImage image={image} sizes={width} alt="" className={`shrink-0 ${box}`} />
}
