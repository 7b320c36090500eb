import { AppError } from '#server/http/errors.ts'

/** Fields whose names differ between the write functions and the contract. */
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

/** Renames the fields in the errors of write functions to those of the request, so that a form shows them beside its inputs. */
export async function withWireNames<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    // The fields of a version conflict keep the names of the audit log.
    if (!(error instanceof AppError) || !error.issues || error.code === 'version_conflict') throw error
    const issues = error.issues.map(({ path, message }) => {
      const [first = '', ...rest] = path.split('.')
      return { path: [wireNames[first] ?? first, ...rest].join('.'), message }
    })
    throw new AppError(error.status, error.code, error.message, issues)
  }
}
