import type { Category } from '#contract/category.ts'
import type { Collection } from '#contract/collection.ts'

/** A link of the footer that opens the category or the collection of its slug. */
export interface Shelf {
  name: string
  slug: string
}

const slugs = ['men', 'women', 'accessories', 'sale']

/** The footer's links to `/categories/{slug}`, by the names the shop gave them; those that would lead nowhere are left out. */
export function shelvesOf(categories: Category[], collections: Collection[]): Shelf[] {
  return slugs.flatMap((slug) => {
    const category = categories.find((one) => one.slug === slug)
    const name = category?.productcategoryname ?? collections.find((one) => one.slug === slug)?.name
    return name ? [{ name, slug }] : []
  })
}
