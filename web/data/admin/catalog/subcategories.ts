import {
  createSubcategory,
  deleteSubcategory,
  getAdminSubcategories,
  getAdminSubcategory,
  orderSubcategories,
  updateSubcategory,
} from '#contract/admin-subcategory.ts'
import { adminResource } from '../resource.ts'

export const subcategories = adminResource('subcategories', {
  list: getAdminSubcategories,
  detail: getAdminSubcategory,
  create: createSubcategory,
  update: updateSubcategory,
  remove: deleteSubcategory,
  order: orderSubcategories,
})
