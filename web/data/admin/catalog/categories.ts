import {
  createCategory,
  deleteCategory,
  getAdminCategories,
  getAdminCategory,
  orderCategories,
  updateCategory,
} from '#contract/catalog/admin/category.ts'
import { adminResource } from '../resource.ts'

export const categories = adminResource(
  'categories',
  {
    list: getAdminCategories,
    detail: getAdminCategory,
    create: createCategory,
    update: updateCategory,
    remove: deleteCategory,
    order: orderCategories,
  },
  { removeFailure: 'Error deleting product Category' },
)
