import { Link } from 'react-router'
import type { Picture } from '#contract/fields.ts'
import { ProductPicture } from '../ui/picture.tsx'

interface PictureLinkProps {
  to: string
  name: string
  picture: Picture | null
  priority?: boolean
}

/** A part of the shop as a large picture with its name: a category, a subcategory, a collection. */
export function PictureLink({ to, name, picture, priority = false }: PictureLinkProps) {
  return (
    <Link to={to} className="group block">
      <span className="block aspect-3/2 overflow-hidden rounded-xs bg-ground sm:aspect-square">
        {picture && (
          <ProductPicture
            picture={picture}
            sizes="(min-width: 1440px) 322px, (min-width: 1024px) 23vw, (min-width: 640px) 46vw, 92vw"
            priority={priority}
            alt=""
            className="h-full transition-transform duration-200 group-hover:scale-[1.02] motion-reduce:transition-none"
          />
        )}
      </span>
      <span className="mt-3 block font-display text-xl underline-offset-4 group-hover:underline">{name}</span>
    </Link>
  )
}
