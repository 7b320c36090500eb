const MAX_ID = 2_147_483_647

/** The id of a product in the protocol. Products and variants are numbered apart, so that the letter tells them apart. */
export const productIdOf = (id: number): string => `p${id}`

/** The id of a variant in the protocol: what a cart or a checkout names as its item. */
export const variantIdOf = (id: number): string => `v${id}`

/** The number of a product id as `productIdOf` writes it; undefined for any other text. */
export const parseProductId = (text: string): number | undefined => parse('p', text)

/** The number of a variant id as `variantIdOf` writes it; undefined for any other text. */
export const parseVariantId = (text: string): number | undefined => parse('v', text)

function parse(letter: string, text: string): number | undefined {
  if (!text.startsWith(letter) || !/^.[1-9]\d{0,9}$/.test(text)) return undefined
  const id = Number(text.slice(1))
  return id <= MAX_ID ? id : undefined
}
