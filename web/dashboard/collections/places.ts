/** The page on which a collection is edited. */
export const collectionPath = (id: number) => `/dashboard/collections/${id}`
