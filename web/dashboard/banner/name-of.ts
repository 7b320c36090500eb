import type { AdminBanner } from '#contract/admin-banner.ts'

/** What a banner is called; it may have no words of its own. */
export function nameOf({ title, id }: AdminBanner): string {
  return title || `Banner ${id}`
}
