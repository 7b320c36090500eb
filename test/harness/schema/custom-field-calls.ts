import { getAdminProducts } from '#contract/catalog/admin/product.ts'
import { getCustomField, getCustomFields } from '#contract/custom-fields/custom-field.ts'
import { getCustomValues } from '#contract/custom-fields/custom-value.ts'
import { getCustomers } from '#contract/identity/customer.ts'
import { getAdminOrders } from '#contract/orders/admin-order.ts'
import { calls, type ListCall } from './list-calls.ts'
import type { Subjects } from './list-subjects.ts'

/** Custom fields, the values of records, and the lists that they filter. */
export const customFieldCalls = ({ customFieldId }: Pick<Subjects, 'customFieldId'>): ListCall[] => [
  ...calls('staff', getCustomFields, {}, { subject: 'product' }, { q: 'lot' }),
  ...calls('staff', getCustomField, { id: customFieldId }),
  ...calls('staff', getCustomValues, { subject: 'product', ids: '1,2,3' }),
  ...calls('staff', getAdminProducts, ...filters),
  ...calls('staff', getCustomers, ...filters),
  ...calls('staff', getAdminOrders, ...filters),
]

const filters = [{ custom: 'lot:7' }, { custom: 'lot:5..10' }]
