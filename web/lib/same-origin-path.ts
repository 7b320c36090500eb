import { ownAddress } from '#contract/own-address.ts'
import { links } from '#contract/links.ts'

/** The path if it belongs to this site, else home. `//evil.example` is another site. */
export function sameOriginPath(path: string | null | undefined): string {
  return path && ownAddress(path) ? path : links.home()
}
