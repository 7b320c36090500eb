/**
 * The columns of the customers file, in order. Import and export share them, so an exported file comes in again unchanged.
 * A row is an address; the rows of a customer follow each other and have the same email. A customer without an address has
 * one row.
 */
export const customerColumns = {
  email: { heading: 'Email' },
  name: { heading: 'Name' },
  /** ISO 8601. */
  since: { heading: 'Customer since' },
  /** Who receives deliveries at the address. */
  recipient: { heading: 'Recipient' },
  phone: { heading: 'Phone' },
  line1: { heading: 'Address' },
  line2: { heading: 'Address line 2' },
  city: { heading: 'City' },
  state: { heading: 'State' },
  pincode: { heading: 'Postal code' },
  /** ISO 3166 with two letters, or the English name. */
  country: { heading: 'Country' },
} as const
export type CustomerColumnName = keyof typeof customerColumns
