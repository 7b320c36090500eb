import { useState } from 'react'
import type { ImportSummary } from '#contract/imports/import.ts'
import { useChooseImportSheet } from '#web/data/admin/operations/imports.ts'
import { errorMessage } from '#web/lib/api.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'

/** Chooses the sheet of a workbook that is imported. It is checked at once. */
export function SheetSelect({ data: { id, sheets, sheet } }: { data: ImportSummary }) {
  const choose = useChooseImportSheet()
  const [chosen, setChosen] = useState(sheet)
  return (
    <SelectField
      className="max-w-sm"
      label="Sheet"
      options={sheets.map((name) => [name, name])}
      value={chosen ?? ''}
      error={choose.error && !choose.isPending ? errorMessage(choose.error) : undefined}
      onChange={({ target }) => {
        setChosen(target.value)
        choose.mutate({ id, sheet: target.value }, { onError: () => true })
      }}
    />
  )
}
