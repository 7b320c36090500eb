import { violation } from '#server/db/violations.ts'
import { AppError } from '#server/http/errors.ts'
import { notFound } from './input.rules.ts'

/**
 * Throws what the database has refused of a product in words: AppError 404 where its category or a specification is not
 * there, 400 where the subcategory is another category's. Anything else is thrown on.
 */
export function explainRefusal(error: unknown): never {
  const constraint = violation(error)?.constraint
  if (constraint === 'product_config_id_kept_category_id_fkey') throw notFound('category')
  if (constraint === 'product_config_id_kept_category_id_subcategory_id_fkey') {
    throw new AppError(400, 'invalid_input', 'The subcategory does not belong to the category', [
      { path: 'subcategoryId', message: 'Not a subcategory of this category' },
    ])
  }
  throw constraint === 'product_specification_config_id_specification_id_fkey'
    ? notFound('specification')
    : error
}
