const locales = new Map<string, string>()

/**
 * The locale of dates on pages in English: the language of the page, in the order of the shop's region. `de-DE` becomes `en-DE`,
 * so that no German month stands in an English sentence. Amounts keep the locale of the shop.
 */
export function dateLocale(locale: string): string {
  const known = locales.get(locale)
  if (known !== undefined) return known
  const { region } = new Intl.Locale(locale).maximize()
  const found = region === undefined ? 'en' : `en-${region}`
  locales.set(locale, found)
  return found
}
