import { Link } from 'react-router'
import type { Image } from '#contract/fields.ts'
import { ProductImage } from '../ui/image.tsx'

interface ImageLinkProps {
  to: string
  name: string
  image: Image | null
  priority?: boolean
}

/** A large image with a name that links to a category, a subcategory or a collection. */
export function ImageLink({ to, name, image, priority = false }: ImageLinkProps) {
  return (
    <Link to={to} className="group block">
      <span className="block aspect-3/2 overflow-hidden rounded-xs bg-ground sm:aspect-square">
        {image && (
          <ProductImage
            image={image}
            sizes="(min-width: 1440px) 322px, (min-width: 1024px) 23vw, (min-width: 640px) 46vw, 92vw"
            priority={priority}
            alt=""
            className="h-full transition-transform duration-200 group-hover:scale-[1.02] motion-reduce:transition-none"
          />
        )}
      </span>
      <span className="mt-3 block font-display text-xl wrap-break-word underline-offset-4 group-hover:underline">
        {name}
      </span>
    </Link>
  )
}
