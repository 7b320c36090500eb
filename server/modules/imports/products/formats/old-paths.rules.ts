/** The path of a product of Shopify. Those below its collections lead to the same redirect, see `redirectTarget`. */
export const shopifyPaths = (handle: string | undefined): string[] =>
  handle === undefined ? [] : [`/products/${encoded(handle)}`]

/** The path of a product of Magento with its default suffix. */
export const magentoPaths = (urlKey: string | undefined): string[] =>
  urlKey === undefined ? [] : [`/${encoded(urlKey)}.html`]

/** The paths that a product of WooCommerce may have: by its slug, else by those that WordPress makes of its name. */
export const woocommercePaths = (slug: string | undefined, name = ''): string[] =>
  (slug === undefined ? wordpressSlugs(name) : [slug]).map((one) => `/product/${encoded(one)}`)

/** A slug of a file may be encoded already, as WordPress writes other scripts. */
function encoded(slug: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(slug))
  } catch {
    return encodeURIComponent(slug)
  }
}

/** As WordPress spells them in German. Elsewhere it drops the dots, and ß is ss in either. */
const german: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
}

/** Source: https://developer.wordpress.org/reference/functions/sanitize_title_with_dashes/ with the context `save`. */
function wordpressSlugs(name: string): string[] {
  const lower = name.normalize('NFC').toLowerCase()
  const spelt = lower.replaceAll(/[äöü]/g, (letter) => german[letter] ?? letter)
  return [...new Set([lower, spelt].map(wordpressSlug))].filter(Boolean)
}

const wordpressSlug = (lower: string) =>
  lower
    .replaceAll(/<[^>]*>|&[^\s;]+;/g, '')
    .replaceAll(/[ßæœøđłı]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    // Of Latin letters only: marks of other scripts are letters.
    .replaceAll(/(?<=[a-z]\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
    .replaceAll('×', 'x')
    .replaceAll(/[\s./\u2010-\u2015]+/g, '-')
    .replaceAll(/[^\p{L}\p{N}\p{M}_-]/gu, '')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '')
