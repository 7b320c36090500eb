/** What is offered for a text. */
export interface Offered {
  /** Where each of them leads, in the order in which they stand. */
  offers: readonly string[]
  /** What is read out. */
  said: string
}

export const nothingOffered: Offered = { offers: [], said: '' }

/** The id of one suggestion, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`
