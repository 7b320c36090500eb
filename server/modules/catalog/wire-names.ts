import { AppError } from '#server/http/errors.ts'

/**
 * Renames the fields in the errors of write functions to those of the request, so that a form shows them beside its inputs.
 * `names` has the fields whose names differ, by the name in the write function.
 */
export async function withWireNames<T>(
  names: Readonly<Record<string, string>>,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    // The fields of a version conflict keep the names of the audit log.
    if (!(error instanceof AppError) || !error.issues || error.code === 'version_conflict') throw error
    const issues = error.issues.map(({ path, message }) => {
      const [first = '', ...rest] = path.split('.')
      return { path: [names[first] ?? first, ...rest].join('.'), message }
    })
    throw new AppError(error.status, error.code, error.message, issues)
  }
}
