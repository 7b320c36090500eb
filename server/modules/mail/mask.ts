/** The secret of a link: what stands behind `token=` or `accessToken=`, in plain text and in HTML. */
const secret = /([?&;](?:accessT|t)oken=)[^\s"'<>&]+/g

/** A mail's words without the secrets of its links: nobody can use them, and everybody sees where they led. */
export const mask = (words: string): string => words.replaceAll(secret, '$1••••••')
