import { data } from '#web/lib/on-server/loader-answers.ts'
import { getCategories } from '#contract/catalog/category.ts'
import type { Call } from '#contract/endpoint.ts'

/** A 404 response with the data of its page: `throw await notFound(call)`. */
export async function notFound(call: Call) {
  const { data: categories } = await call(getCategories, {})
  return data({ categories }, { status: 404 })
}
