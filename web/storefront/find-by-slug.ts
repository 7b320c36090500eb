import type { z } from 'zod'
import { resolveSlug } from '#contract/catalog/collection.ts'
import type { Call } from '#contract/endpoint.ts'

/** Finds what has or had this slug, with its current slug; undefined if nothing ever had it. */
export async function findBySlug(
  call: Call,
  kind: z.input<(typeof resolveSlug)['input']>['kind'],
  slug: string,
): Promise<{ id: number; slug: string } | undefined> {
  try {
    return (await call(resolveSlug, { kind, slug: slug.toLowerCase() })).data
  } catch (error) {
    // The API answers 400 to text that cannot be a slug.
    if (error instanceof Response && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}
