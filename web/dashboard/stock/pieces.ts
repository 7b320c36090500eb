/** What somebody typed, as a number; NaN where it is none. */
export const pieces = (text = '') => (text.trim() === '' ? NaN : Number(text))
