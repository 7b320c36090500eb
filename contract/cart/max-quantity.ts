/** The units that one line of a cart or an order holds. In a file of its own, so that pages can import it without zod. */
export const MAX_QUANTITY = 999
