/** The suggestions for a text. */
export interface SuggestionList {
  /** The URL of each suggestion in display order. */
  urls: readonly string[]
  /** The text for screen readers. */
  announcement: string
}

export const noSuggestions: SuggestionList = { urls: [], announcement: '' }

/** The element id of one suggestion, for `aria-activedescendant`. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`
