import { useState } from 'react'
import type { ImportSummary } from '#contract/imports/import.ts'
import { importKinds, type ImportFormat } from '#contract/imports/kinds.ts'
import { useImportCall } from '#web/data/admin/operations/imports.ts'
import { errorMessage } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Panel } from '../panel.tsx'
import { columnLabels, formatLabels } from './import-labels.ts'

interface MappingFormProps {
  data: ImportSummary
  /** Called when the file is being checked again, or when nothing changes. */
  onDone(): void
}

/** Says which column of the file holds what. */
export function MappingForm({ data, onDone }: MappingFormProps) {
  const { id, kind, headings, sample } = data
  const save = useImportCall('PUT admin/imports/:id/mapping')
  const [mapping, setMapping] = useState(data.mapping)
  const [format, setFormat] = useState(data.format)
  const [decimalMark, setDecimalMark] = useState(data.decimalmark)
  const [dateOrder, setDateOrder] = useState(data.dateorder)
  const [addsOptionToSkus, setAddsOptionToSkus] = useState(data.addoptiontosku)
  const choices = [
    ['', 'Not in this file'],
    ...headings.map((heading) => [heading, labelOf(heading, sample)] as const),
  ] as const
  const choose = (column: string, heading: string) => {
    const { [column]: _former, ...others } = mapping
    setMapping(heading ? { ...others, [column]: heading } : others)
  }
  return (
    <Panel
      title="Columns"
      intro="Choose the column of the file for each value. The next file with the same headings is read the same way."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(
            {
              id,
              format,
              mapping,
              decimalmark: decimalMark,
              dateorder: dateOrder,
              addoptiontosku: addsOptionToSkus,
            },
            { onSuccess: onDone, onError: () => true },
          )
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <SelectField
            label="Format"
            options={importKinds[kind].formats.map((one) => [one, formatLabels[one]])}
            value={format}
            onChange={({ target }) => setFormat(target.value as ImportFormat)}
          />
          <SelectField
            label="Decimals are written as"
            options={[
              ['.', '1,499.50'],
              [',', '1.499,50'],
            ]}
            value={decimalMark}
            onChange={({ target }) => setDecimalMark(target.value === ',' ? ',' : '.')}
          />
          {importKinds[kind].dateColumns.length > 0 && (
            <SelectField
              label="Dates are written as"
              required={false}
              options={[
                ['', 'Each date tells'],
                ['dmy', 'Day first: 31/12/2024'],
                ['mdy', 'Month first: 12/31/2024'],
              ]}
              value={dateOrder ?? ''}
              onChange={({ target: { value } }) =>
                setDateOrder(value === 'dmy' || value === 'mdy' ? value : null)
              }
            />
          )}
        </div>
        {kind === 'products' && (
          <div className="mt-4">
            <CheckboxField
              label="Add the option to a SKU that several variants have: W-0402-37"
              checked={addsOptionToSkus}
              onChange={({ target }) => setAddsOptionToSkus(target.checked)}
            />
          </div>
        )}
        <fieldset className="mt-6">
          <legend className="mb-3 font-medium">Values</legend>
          <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {columnLabels(kind).map(([column, label]) => (
              <SelectField
                key={column}
                label={label}
                required={false}
                options={choices}
                value={mapping[column] ?? ''}
                onChange={({ target }) => choose(column, target.value)}
              />
            ))}
          </div>
        </fieldset>
        {save.error && !save.isPending && (
          <p role="alert" className="mt-4 font-medium text-danger">
            {errorMessage(save.error)}
          </p>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" aria-disabled={save.isPending}>
            Check file
          </Button>
          {data.step !== 'mapping' && (
            <Button kind="secondary" onClick={onDone}>
              Cancel
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}

const MAX_EXAMPLE_CHARACTERS = 30

/** A heading with an example, because headings alone are often unclear. */
function labelOf(heading: string, sample: ImportSummary['sample']): string {
  const example = sample.map((cells) => cells[heading]).find(Boolean)
  return example ? `${heading} (${example.slice(0, MAX_EXAMPLE_CHARACTERS)})` : heading
}
