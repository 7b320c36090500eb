import { Link } from 'react-router'
import type { Subcategory } from '#contract/category.ts'
import { links } from '#contract/links.ts'
import { ProductPicture } from '../../ui/picture.tsx'

/** The subcategories of a category as a row of small pictures. */
export function SubcategoryStrip({ subcategories }: { subcategories: Subcategory[] }) {
  if (subcategories.length === 0) return null
  return (
    <nav aria-label="Subcategories" className="mb-10 lg:mb-14">
      <ul className="flex flex-wrap gap-3">
        {subcategories.map(({ id, parent_category_id, subcategoryname, picture }) => (
          <li key={id}>
            <Link
              to={links.products(parent_category_id, id)}
              className="group flex min-h-14 items-center gap-3 rounded-xs bg-card pr-5"
            >
              {picture ? (
                <ProductPicture picture={picture} sizes="56px" alt="" className="size-14 rounded-l-xs" />
              ) : (
                <span className="w-2" />
              )}
              <span className="underline-offset-4 group-hover:underline">{subcategoryname}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
