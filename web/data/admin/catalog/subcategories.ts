import { adminResource, usualCalls } from '../resource.ts'

export const subcategories = adminResource({
  ...usualCalls('admin/subcategories'),
  create: 'POST productSubcategory/CreateSubCategory',
  update: 'PUT productSubcategory/updateSubcategory',
  remove: 'DELETE productSubcategory/deleteSubcategory',
  order: 'PUT admin/subcategories/order',
})
