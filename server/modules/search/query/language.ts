/** A language in which the search analyses texts; `search_language` finds it from the locale of the shop. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl' | 'hi'

/**
 * Letters that join the parts of a compound, in languages that write compounds as one word: "Arbeit-s-tisch",
 * "zon-ne-bril". Stems lack most of them anyway.
 */
const links: Partial<Record<Language, readonly string[]>> = {
  de: ['s', 'n', 'en', 'es', 'er', 'e'],
  nl: ['s', 'en', 'e', 'n', 'er'],
}

/** The linking letters of a language, none if it writes no compounds. */
export const linksOf = (language: Language): readonly string[] => links[language] ?? []

/**
 * Two words written as one. Where compounds are one word, also with linking letters, and in the other order: "Handschuhe aus
 * Leder" asks for "Lederhandschuhe".
 */
export const joinedForms = (first: string, second: string, language: Language): string[] => [
  first + second,
  ...(isCompounding(language)
    ? [...linksOf(language), ''].flatMap((link) => [first + link + second, second + link + first])
    : []),
]

/** Whether the language writes compounds as one word. */
export const isCompounding = (language: Language): boolean => language in links
