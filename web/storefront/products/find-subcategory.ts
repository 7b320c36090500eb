import { redirect } from '#web/lib/on-server/loader-answers.ts'
import { getCategories, getSubcategories } from '#contract/catalog/category.ts'
import type { Call } from '#contract/endpoint.ts'
import { links } from '#contract/links.ts'
import { parseId } from '../parse-id.ts'
import { findBySlug } from '../find-by-slug.ts'
import type { CategoryLink } from '../category-crumbs.ts'
import { notFound } from '../not-found/not-found.ts'

/** A subcategory with its category. */
export interface SubcategoryPath {
  category: CategoryLink
  categories: CategoryLink[]
  subcategory: IdAndName
  /** All subcategories of the category, this one included. */
  subcategories: IdAndName[]
}

interface IdAndName {
  id: number
  name: string
}

/** The categories in the order of the shop. */
export async function listCategories(call: Call): Promise<CategoryLink[]> {
  const { data } = await call(getCategories, {})
  return data.map(({ id, slug, productcategoryname }) => ({ id, slug, name: productcategoryname }))
}

/** The subcategories of one category. */
async function listSubcategories(call: Call, categoryId: number): Promise<IdAndName[]> {
  const { data } = await call(getSubcategories, { parent_category_id: categoryId })
  return data.map(({ id, subcategoryname }) => ({ id, name: subcategoryname }))
}

async function parseIdOrSlug(call: Call, kind: 'category' | 'subcategory', text: string): Promise<number> {
  const id = parseId(text) ?? (await findBySlug(call, kind, text))?.id
  if (id === undefined) throw await notFound(call)
  return id
}

/**
 * Finds the subcategory of `/products/{categoryid}/{subcategoryid}`. A slug instead of an id throws a 301 to the canonical
 * URL. An unknown category, or a subcategory of another one, throws a 404.
 */
export async function findSubcategory(
  call: Call,
  categoryText: string,
  subcategoryText: string,
  search: string,
): Promise<SubcategoryPath> {
  const categoryId = await parseIdOrSlug(call, 'category', categoryText)
  const subcategoryId = await parseIdOrSlug(call, 'subcategory', subcategoryText)

  const [categories, subcategories] = await Promise.all([
    listCategories(call),
    listSubcategories(call, categoryId),
  ])
  const category = categories.find(({ id }) => id === categoryId)
  const subcategory = subcategories.find(({ id }) => id === subcategoryId)
  if (!category || !subcategory) throw await notFound(call)
  if (parseId(categoryText) === undefined || parseId(subcategoryText) === undefined) {
    throw redirect(links.products(categoryId, subcategoryId) + search, 301)
  }
  return { category, subcategory, categories, subcategories }
}
