import type { Category } from '#contract/category.ts'
import { links } from '#contract/links.ts'
import { PictureLink } from '../picture-link.tsx'

/** Categories with picture and name, one, two or four in a row. */
export function CategoryGrid({ categories, priority = 0 }: { categories: Category[]; priority?: number }) {
  return (
    <ul className="picture-grid">
      {categories.map((category, index) => (
        <li key={category.id}>
          <PictureLink
            to={links.category(category.id)}
            name={category.productcategoryname}
            picture={category.picture}
            priority={index < priority}
          />
        </li>
      ))}
    </ul>
  )
}
