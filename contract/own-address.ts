const base = 'http://shop.invalid'

/**
 * An address of this shop without its host, as a browser reads it; undefined for any other text. Browsers skip tabs and line
 * breaks and take a backslash for a slash, so `/⇥/evil.example` and `/\evil.example` are other sites.
 */
export function ownAddress(address: string): URL | undefined {
  if (!address.startsWith('/') || /[\p{Cc}\\]/u.test(address) || !URL.canParse(address, base))
    return undefined
  const url = new URL(address, base)
  // `/.//evil.example` has the path `//evil.example`, which alone is another site.
  return url.origin === base && !url.pathname.startsWith('//') ? url : undefined
}
