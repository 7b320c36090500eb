import type { CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'
import type { CustomValues } from '#contract/custom-fields/custom-value.ts'
import { flag, namesIn, plain, undoWith, type AuditSubject } from '#server/modules/audit/index.ts'
import { permissionFor } from './custom-field.routes.ts'
import {
  createCustomField,
  deleteCustomField,
  lockCustomField,
  updateCustomField,
  type CustomFieldInput,
} from './custom-field.writes.ts'
import { valueNouns } from './custom-value.queries.ts'
import { lockValues, storeValues } from './custom-value.writes.ts'

/** The tables with the names of records, and the column. */
const names = {
  product: namesIn('product', 'name'),
  variant: namesIn('variant', 'sku'),
  category: namesIn('category', 'name'),
  customer: namesIn('app_user', 'full_name'),
  order: namesIn('shop_order', 'number'),
} satisfies Record<CustomFieldSubject, AuditSubject['listNames']>

/** The values of one subject in the log. Their fields have the keys that staff chose as names. */
const valuesOf = (subject: CustomFieldSubject): AuditSubject => ({
  ...valueNouns[subject],
  noun: `Custom fields of ${subject === 'order' ? 'an' : 'a'} ${subject}`,
  permission: permissionFor[subject],
  fields: {},
  listNames: names[subject],
  undo: {
    read: (tx, shopId, id) => lockValues(tx, shopId, subject, id),
    async update(tx, write, id, fields) {
      const before = await lockValues(tx, write.shopId, subject, id)
      await storeValues(tx, write, { subject, id, before, changes: fields as CustomValues })
    },
  },
})

/** Custom fields and their values in the audit log. */
export const customFieldAuditSubjects: readonly AuditSubject[] = [
  {
    subject: 'custom_field',
    noun: 'Custom field',
    permission: 'settings',
    fields: {
      subject: plain('Of'),
      key: plain('Key'),
      kind: plain('Kind'),
      target: plain('Leads to'),
      name: plain('Name'),
      hint: plain('Hint'),
      choices: plain('Choices'),
      isFilterable: flag('Offered as a filter'),
      isPublic: flag('Shown to shoppers'),
      schemaProperty: plain('Property for search engines'),
    },
    listNames: namesIn('custom_field', 'name'),
    undo: undoWith<CustomFieldInput>({
      lock: lockCustomField,
      create: createCustomField,
      update: updateCustomField,
      remove: deleteCustomField,
    }),
  },
  ...(['product', 'variant', 'category', 'customer', 'order'] as const).map(valuesOf),
]
