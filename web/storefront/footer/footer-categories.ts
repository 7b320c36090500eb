import type { Category } from '#contract/catalog/category.ts'
import type { Collection } from '#contract/catalog/collection.ts'

/** A footer link to a category or a collection. */
export interface FooterCategory {
  name: string
  slug: string
}

const slugs = ['men', 'women', 'accessories', 'sale']

/** The footer's links to `/categories/{slug}`, without those that do not exist in this shop. */
export function footerCategories(categories: Category[], collections: Collection[]): FooterCategory[] {
  return slugs.flatMap((slug) => {
    const category = categories.find((item) => item.slug === slug)
    const name = category?.productcategoryname ?? collections.find((item) => item.slug === slug)?.name
    return name ? [{ name, slug }] : []
  })
}
