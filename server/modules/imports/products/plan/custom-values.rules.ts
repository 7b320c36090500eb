import type { CustomValue } from '#contract/custom-fields/custom-value.ts'
import { filedValue, readFiled } from '#server/modules/custom-fields/index.ts'
import type { FieldChange } from '../../run/import-kind.ts'
import type { ImportedProduct } from '../imported-product.ts'
import type { Lookups, StoredProduct } from './product-plan.ts'

interface CustomPlan {
  /** The values that change; null removes one. */
  values: Record<string, CustomValue | null>
  changes: FieldChange[]
}

/** What the file changes of the custom fields of a product, or why it cannot. */
export function planCustomValues(
  { customFields = [] }: ImportedProduct,
  stored: StoredProduct | undefined,
  { lookups, currency }: { lookups: Pick<Lookups, 'customFields'>; currency: string },
): CustomPlan | string {
  const plan: CustomPlan = { values: {}, changes: [] }
  for (const { key, value } of customFields) {
    const field = lookups.customFields.get(key)
    if (!field) return `There is no custom field “${key}”. Settings › Custom fields has those of the shop.`
    const read = readFiled(field, value, { currency })
    if ('problem' in read) return `${field.name}: ${read.problem}`
    const before = stored?.custom?.[key] ?? null
    if (read.stored === before) continue
    if (read.stored !== null && (field.kind === 'image' || field.kind === 'reference'))
      return `${field.name}: a file can’t change an image or a reference`
    plan.values[key] = read.stored
    const text = (one: CustomValue | null) => (one === null ? '' : filedValue(one))
    plan.changes.push({ field: field.name, before: text(before), after: text(read.stored) })
  }
  return plan
}
