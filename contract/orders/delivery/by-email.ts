/** The delivery method of an order that sells gift cards alone. */
export const BY_EMAIL = 'email'
