/** Two columns on a telephone, four on a large screen. */
export const wishlistColumns =
  'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6 lg:gap-y-12'
