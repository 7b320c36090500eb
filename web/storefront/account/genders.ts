/** The genders of the contract, by their codes. */
export const genders = [
  ['1', 'Male'],
  ['2', 'Female'],
] as const
