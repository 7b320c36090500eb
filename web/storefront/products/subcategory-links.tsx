import { Link } from 'react-router'
import { links } from '#contract/links.ts'

interface SubcategoryLinksProps {
  category: { id: number; name: string }
  subcategories: { id: number; name: string }[]
  /** The one that the page shows, if it shows one. */
  here?: number | undefined
}

/** The subcategories of a category, one step down or sideways. */
export function SubcategoryLinks({ category, subcategories, here }: SubcategoryLinksProps) {
  if (subcategories.length < 2) return null
  return (
    <nav aria-label={category.name} className="mt-5">
      <ul className="flex flex-wrap gap-2">
        {subcategories.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={links.products(category.id, id)}
              aria-current={id === here ? 'page' : undefined}
              className="flex min-h-10 items-center rounded-full border border-line px-4 text-sm transition-colors duration-150 hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-page"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
