/** Addresses that belong to one visitor, or that a script changes something at: they are never rendered before they are opened. */
const personal = [
  '/cart',
  '/wishlist',
  '/account',
  '/profile*',
  '/checkout*',
  '/continue/*',
  '/orders*',
  '/wishlists/*',
  '/login*',
  '/signup*',
  '/verify-email*',
  '/unsubscribe*',
  '/reset-password*',
  '/accept-invite*',
  '/withdrawal*',
]
/** Not pages of the storefront. */
const others = ['/api/*', '/uploads/*', '/assets/*', '/dashboard*', '/offline*']
const pages = [
  { href_matches: '/*' },
  { not: { href_matches: others } },
  { not: { selector_matches: '[download], [target=_blank], [rel~=nofollow]' } },
]

/** https://wicg.github.io/nav-speculation/speculation-rules.html */
const rules = JSON.stringify({
  prerender: [{ where: { and: [...pages, { not: { href_matches: personal } }] }, eagerness: 'moderate' }],
  prefetch: [{ where: { and: [...pages, { href_matches: personal }] }, eagerness: 'conservative' }],
})

/**
 * Lets the browser prepare the next page: it renders a public one when somebody points at its link, and asks for a personal one when
 * somebody presses it. `web/islands/start.ts` waits until the page is shown, so nothing is counted before.
 */
export const Speculation = () => (
  <script type="speculationrules" dangerouslySetInnerHTML={{ __html: rules }} />
)
