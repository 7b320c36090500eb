import { AppError } from '#server/http/errors.ts'

/** How the calls name what the write functions call differently. */
const wireNames: Record<string, string> = {
  name: 'productname',
  description: 'productdescription',
  categoryId: 'productcategoryid',
  subcategoryId: 'productsubcategoryid',
  isNew: 'is_new',
  offer: 'productoffer',
  gst: 'productgst',
  weight: 'productweight',
  specifications: 'productspecification',
  searchTitle: 'search_title',
  searchDescription: 'search_description',
}

/** Lets the write functions' refusals name the fields as the sender did, so that a form can show them beside its own. */
export async function inWireNames<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    // What somebody else has changed is named as the history names it.
    if (!(error instanceof AppError) || !error.issues || error.code === 'changed_meanwhile') throw error
    const issues = error.issues.map(({ path, message }) => {
      const [first = '', ...rest] = path.split('.')
      return { path: [wireNames[first] ?? first, ...rest].join('.'), message }
    })
    throw new AppError(error.status, error.code, error.message, issues)
  }
}
