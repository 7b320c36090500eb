/**
 * The host of an origin as the beginning of a name in the protocol: `https://my-shop.example` is `example.my_shop`. Each part
 * begins with a letter and has letters, digits and, after the first part, underscores.
 */
export function reversedHost(origin: string): string {
  const labels = new URL(origin).hostname
    .replace(/^\[|\]$/g, '')
    .split('.')
    .filter(Boolean)
    .toReversed()
  const [first = 'localhost', ...others] = labels.map((label) => label.replace(/[^a-z0-9]/g, '_'))
  return [first.replaceAll('_', ''), ...others].map(startingWithLetter).join('.')
}

const startingWithLetter = (label: string) => (/^[a-z]/.test(label) ? label : `n${label}`)
