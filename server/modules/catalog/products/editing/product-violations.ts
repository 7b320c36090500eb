import { violation } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { notFound } from '../../input.rules.ts'

/**
 * Translates constraint violations of a product: AppError 404 for an unknown category or specification, 400 for a
 * subcategory of another category. Rethrows every other error.
 */
export function explainViolation(error: unknown): never {
  const constraint = violation(error)?.constraint
  if (constraint === 'product_category_fkey') throw notFound('category')
  if (constraint === 'product_subcategory_fkey') {
    throw new AppError(400, 'invalid_input', 'The subcategory does not belong to the category', [
      { path: 'subcategoryId', message: 'Not a subcategory of this category' },
    ])
  }
  throw constraint === 'product_specification_config_id_specification_id_fkey'
    ? notFound('specification')
    : error
}
