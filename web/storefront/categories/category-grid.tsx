import type { Category } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import { firstView } from '#web/ui/image.tsx'
import { ImageLink } from '../image-link.tsx'

/** Categories as images with their names. */
export function CategoryGrid({ categories, priority = 0 }: { categories: Category[]; priority?: number }) {
  return (
    <ul className="image-grid">
      {categories.map((category, index) => (
        <li key={category.id}>
          <ImageLink
            to={links.category(category.id)}
            name={category.productcategoryname}
            image={category.image}
            priority={firstView(index, priority)}
          />
        </li>
      ))}
    </ul>
  )
}
