/** The field values of the checkout by name. */
type Fields = Readonly<Record<string, string>>

/** The passes of the gift cards that pay, in their order. One field has them, with spaces between them. */
export const passesOf = (fields: Fields): string[] => (fields['giftCards'] ?? '').split(' ').filter(Boolean)

const accountOf = (pass: string) => pass.split('.')[0]

/** The field with another card. A card that is there already gets its new pass. */
export const addPass = (fields: Fields, pass: string): string =>
  [...passesOf(fields).filter((each) => accountOf(each) !== accountOf(pass)), pass].join(' ')

/** The field without a card. */
export const removePass = (fields: Fields, pass: string): string =>
  passesOf(fields)
    .filter((each) => each !== pass)
    .join(' ')

/** What of the credit an order asks for. */
export const creditInput = (fields: Fields, expectedCredit: number) => {
  const giftCards = passesOf(fields)
  const storeCredit = fields['storeCredit'] === 'on'
  if (giftCards.length === 0 && !storeCredit) return {}
  return { giftCards, storeCredit, expectedCredit }
}
