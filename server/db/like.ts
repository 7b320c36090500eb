const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A pattern for `like` that matches the text literally, anywhere in a value. */
export const containing = (text: string): string => `%${literal(text)}%`

/** A pattern for `like` that matches the text literally behind a space. */
export const beginningAWord = (text: string): string => `% ${literal(text)}%`
