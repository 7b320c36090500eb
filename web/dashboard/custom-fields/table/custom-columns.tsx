import type { CustomField, CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'
import type { Column } from '#web/ui/table/column.ts'
import { CustomCell } from './custom-cell.tsx'

/** The columns of a table with the custom fields of its rows, before the actions. They are hidden at first. */
export function withCustomColumns<Row>(
  subject: CustomFieldSubject,
  fields: readonly CustomField[],
  columns: readonly Column<Row>[],
  { rows = [], idOf }: { rows: readonly Row[] | undefined; idOf(this: void, row: Row): number },
): readonly Column<Row>[] {
  const ids = rows.map(idOf).join()
  const ofFields = fields.map((field): Column<Row> => ({
    id: `custom.${field.key}`,
    name: field.name,
    optional: true,
    hidden: true,
    isOnScreenOnly: true,
    ...(isNumber(field) && { align: 'end' }),
    cell: (row) => <CustomCell subject={subject} ids={ids} field={field} id={idOf(row)} />,
  }))
  const isActions = ({ id }: Column<Row>) => id === 'actions'
  return [...columns.filter((one) => !isActions(one)), ...ofFields, ...columns.filter(isActions)]
}

const isNumber = ({ kind }: CustomField) => kind === 'number' || kind === 'money'
