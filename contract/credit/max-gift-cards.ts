/** How many gift cards may pay one order. */
export const MAX_GIFT_CARDS = 10
