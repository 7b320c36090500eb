import { links } from '#contract/links.ts'
import type { Crumb } from '../ui/breadcrumbs.tsx'

/** A category in links and breadcrumbs. */
export interface CategoryLink {
  id: number
  name: string
  slug: string
}

/** The breadcrumbs of everything in a category: home, the category and, if any, the subcategory. */
export function categoryCrumbs(category: CategoryLink, subcategory?: { id: number; name: string }): Crumb[] {
  const crumbs = [
    { name: 'Home', path: links.home() },
    { name: category.name, path: links.listing(category.slug) },
  ]
  if (subcategory) crumbs.push({ name: subcategory.name, path: links.products(category.id, subcategory.id) })
  return crumbs
}
