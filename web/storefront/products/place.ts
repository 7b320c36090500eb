import { redirect } from 'react-router'
import { getCategories, getSubcategories } from '#contract/category.ts'
import type { Call } from '#contract/endpoint.ts'
import { links } from '#contract/links.ts'
import { readId } from '../address-id.ts'
import { findBySlug } from '../find-by-slug.ts'
import { notFound } from '../not-found/not-found.ts'

/** Where in the catalogue a list stands. */
export interface Place {
  category: Named
  subcategory: Named
  /** All subcategories of the category, this one included. */
  subcategories: Named[]
}

interface Named {
  id: number
  name: string
}

/** The categories of the shop, in its order. */
export async function listCategories(call: Call): Promise<Named[]> {
  const { data } = await call(getCategories, {})
  return data.map(({ id, productcategoryname }) => ({ id, name: productcategoryname }))
}

/** The subcategories of one category. */
export async function listSubcategories(call: Call, categoryId: number): Promise<Named[]> {
  const { data } = await call(getSubcategories, { parent_category_id: categoryId })
  return data.map(({ id, subcategoryname }) => ({ id, name: subcategoryname }))
}

async function idOf(call: Call, kind: 'category' | 'subcategory', text: string): Promise<number> {
  const id = readId(text) ?? (await findBySlug(call, kind, text))?.id
  if (id === undefined) throw await notFound(call)
  return id
}

/**
 * The subcategory that `/products/{categoryid}/{subcategoryid}` names. Throws a 301 where a slug, new or old, stands in
 * an id's place, and a 404 where there is no such category or the subcategory belongs to another.
 */
export async function findPlace(
  call: Call,
  categoryText: string,
  subcategoryText: string,
  search: string,
): Promise<Place> {
  const categoryId = await idOf(call, 'category', categoryText)
  const subcategoryId = await idOf(call, 'subcategory', subcategoryText)

  const [categories, subcategories] = await Promise.all([
    listCategories(call),
    listSubcategories(call, categoryId),
  ])
  const category = categories.find(({ id }) => id === categoryId)
  const subcategory = subcategories.find(({ id }) => id === subcategoryId)
  if (!category || !subcategory) throw await notFound(call)
  if (readId(categoryText) === undefined || readId(subcategoryText) === undefined) {
    throw redirect(links.products(categoryId, subcategoryId) + search, 301)
  }
  return { category, subcategory, subcategories }
}
