/** The genders of the contract, by their codes. */
export const genders = [
  ['1', 'Male'],
  ['2', 'Female'],
] as const

/** Said before a new password is typed. */
export const passwordRule = 'At least 8 characters. Very common passwords are refused.'
