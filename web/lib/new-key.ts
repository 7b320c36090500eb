const loadedAt = Date.now().toString(36)
let count = 0

/** A key for a new row. It is unique on this page, also beside the rows of a draft from before a reload. */
export const newKey = (): string => `new-${loadedAt}-${++count}`
