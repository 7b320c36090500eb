import {
  createSpecification,
  deleteSpecification,
  editSpecification,
  getAdminSpecification,
  getAdminSpecifications,
  orderSpecifications,
} from '#contract/catalog/admin/specification.ts'
import { adminResource } from '../resource.ts'

export const specifications = adminResource('specifications', {
  list: getAdminSpecifications,
  detail: getAdminSpecification,
  create: createSpecification,
  update: editSpecification,
  remove: deleteSpecification,
  order: orderSpecifications,
})
