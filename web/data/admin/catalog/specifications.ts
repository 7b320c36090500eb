import { adminResource, usualCalls } from '../resource.ts'

export const specifications = adminResource({
  ...usualCalls('admin/specifications'),
  create: 'POST specification/createspecification',
  update: 'POST specification/editspecification',
  remove: 'POST specification/deletespecification',
  order: 'PUT admin/specifications/order',
})
