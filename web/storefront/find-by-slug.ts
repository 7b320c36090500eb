import type { z } from 'zod'
import { resolveSlug } from '#contract/collection.ts'
import type { Call } from '#contract/endpoint.ts'

/** Whose slug this is or once was, with the slug in use today; undefined where nothing ever had it. */
export async function findBySlug(
  call: Call,
  kind: z.input<(typeof resolveSlug)['input']>['kind'],
  slug: string,
): Promise<{ id: number; slug: string } | undefined> {
  try {
    return (await call(resolveSlug, { kind, slug: slug.toLowerCase() })).data
  } catch (error) {
    // 400: it cannot be a slug at all.
    if (error instanceof Response && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}
