/** The contract's gender codes with their labels. */
export const genderOptions = [
  ['1', 'Male'],
  ['2', 'Female'],
] as const
