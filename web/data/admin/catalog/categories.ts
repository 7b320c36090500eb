import { adminResource, usualCalls } from '../resource.ts'

export const categories = adminResource(
  {
    ...usualCalls('admin/categories'),
    create: 'POST productcategory/category',
    update: 'PUT productcategory/category',
    remove: 'DELETE productcategory/category',
    order: 'PUT admin/categories/order',
  },
  { removeFailure: 'Error deleting product Category' },
)
