/** The name of a link for screen readers: `Cart, 2 items`. */
export const labelOf = (name: string, count: number): string =>
  count === 0 ? name : `${name}, ${count} ${count === 1 ? 'item' : 'items'}`

/** The number on a link. */
export const countText = (count: number): string => (count > 99 ? '99+' : String(count))
