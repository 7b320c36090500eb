import type { Picture } from '#contract/fields.ts'
import { ProductPicture } from '../../ui/picture.tsx'

/** The picture of a row, beside its name. */
export function Thumbnail({ picture, wide }: { picture: Picture | null; wide?: boolean }) {
  const size = wide ? 'h-20 w-40' : 'size-12'
  if (!picture) return <span className={`inline-block bg-ground ${size}`} />
  return (
    <ProductPicture picture={picture} sizes={wide ? '160px' : '48px'} alt="" className={`shrink-0 ${size}`} />
  )
}
