import {
  createSubcategory,
  deleteSubcategory,
  getAdminSubcategories,
  getAdminSubcategory,
  orderSubcategories,
  updateSubcategory,
} from '#contract/catalog/admin/subcategory.ts'
import { adminResource } from '../resource.ts'

export const subcategories = adminResource('subcategories', {
  list: getAdminSubcategories,
  detail: getAdminSubcategory,
  create: createSubcategory,
  update: updateSubcategory,
  remove: deleteSubcategory,
  order: orderSubcategories,
})
