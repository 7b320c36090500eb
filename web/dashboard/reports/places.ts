/** The addresses of these screens. */
export const reports = '/dashboard/reports'
export const books = '/dashboard/books'
