import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Image } from '#contract/fields.ts'
import { Thumbnail } from '../list-page/thumbnail.tsx'

interface ProductItemProps {
  image: Image | null
  name: string
  /** The page of the product, or of its stock. */
  to: string
  detail: string
  /** A figure at the end of the row. */
  children?: ReactNode
}

/** A product in a short list. */
export const ProductItem = ({ image, name, to, detail, children }: ProductItemProps) => (
  <li className="flex items-center gap-3">
    <Thumbnail image={image} />
    <span className="min-w-0 grow">
      <Link to={to} className="line-clamp-2 wrap-anywhere underline-offset-4 hover:underline">
        {name}
      </Link>
      <span className="text-sm text-quiet tabular">{detail}</span>
    </span>
    {children}
  </li>
)
