/** The number of a typed text, which may have thousands separators. Anything else becomes NaN, which schemas refuse. */
export const parseNumber = (text: string | undefined): number =>
  text?.trim() ? Number(text.replaceAll(',', '').trim()) : NaN
