/** What a content page can show of the settings, by the name that its text has in double braces: `{{returns.days}}`. */
export const placeholders = {
  'shipping.zones': 'A table of delivery costs and times, by zone',
  'shipping.free': 'From which order value delivery is free',
  'shipping.days': 'Working days of standard delivery, such as 3 to 6',
  'shipping.express': 'Cost and time of express delivery',
  'shipping.cutoff': 'Until when orders are packed the same day',
  'shipping.countries': 'The countries that you deliver to',
  'tax.prices': 'Whether prices include GST',
  'payment.methods': 'The ways to pay that are on, each with its terms',
  'payment.cash': 'Where and up to which total customers can pay in cash',
  'payment.transfer': 'Whether customers can pay by bank transfer, and for how long items are reserved',
  'returns.days': 'Days for returns, as a number',
  'returns.terms': 'How long customers can return an item, and who pays',
  'retention.visitors': 'How long carts and wishlists of visitors are kept',
  'retention.emails': 'How long copies of emails are kept',
} as const

export type Placeholder = keyof typeof placeholders

const pattern = /\{\{([^{}\n]*)\}\}/g

/** The names in double braces that are no placeholders, each once. */
export function unknownPlaceholders(text: string): string[] {
  const names = [...text.matchAll(pattern)].map(([, name = '']) => name.trim())
  return [...new Set(names)].filter((name) => !isPlaceholder(name))
}

/** Replaces each placeholder. Other names in double braces stay. */
export const fillPlaceholders = (text: string, valueOf: (name: Placeholder) => string): string =>
  text.replace(pattern, (whole, inner: string) => {
    const name = inner.trim()
    return isPlaceholder(name) ? valueOf(name) : whole
  })

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name)
