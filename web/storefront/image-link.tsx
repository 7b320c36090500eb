import type { Image } from '#contract/fields.ts'
import { Icon } from '../ui/icon.tsx'
import { ProductImage, type ImagePriority } from '../ui/image.tsx'

interface ImageLinkProps {
  to: string
  name: string
  image: Image | null
  priority?: ImagePriority | undefined
}

/** An image with a name that links to a category, a subcategory or a collection: a row on phones, a large image elsewhere. */
export function ImageLink({ to, name, image, priority }: ImageLinkProps) {
  return (
    <a
      href={to}
      className="group flex items-center gap-4 rounded-xs bg-card pr-3 sm:block sm:bg-transparent sm:pr-0"
    >
      <span className="block h-22 w-28 shrink-0 overflow-hidden rounded-xs bg-ground sm:aspect-square sm:h-auto sm:w-auto md:max-lg:aspect-5/4">
        {image && (
          <ProductImage
            image={image}
            sizes="(min-width: 1440px) 322px, (min-width: 768px) 23vw, (min-width: 640px) 46vw, 112px"
            priority={priority}
            alt=""
            className="h-full transition-transform duration-200 group-hover:scale-[1.02] motion-reduce:transition-none"
          />
        )}
      </span>
      <span className="min-w-0 grow font-display text-xl wrap-break-word underline-offset-4 group-hover:underline sm:mt-3 sm:block">
        {name}
      </span>
      <Icon name="right" className="size-5 text-quiet sm:hidden" />
    </a>
  )
}
