import { data } from 'react-router'
import { getCategories } from '#contract/category.ts'
import type { Call } from '#contract/endpoint.ts'

/** The answer of status 404 with what its page offers instead: `throw await notFound(call)`. */
export async function notFound(call: Call) {
  const { data: categories } = await call(getCategories, {})
  return data({ categories }, { status: 404 })
}
