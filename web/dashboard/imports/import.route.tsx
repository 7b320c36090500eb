import { useState } from 'react'
import { useParams } from 'react-router'
import type { ImportSummary } from '#contract/imports/import.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { importKinds } from '#contract/imports/kinds.ts'
import { useImportCall } from '#web/data/admin/operations/imports.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { errorMessage } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { LoadedPage } from '../record-form/loaded-page.tsx'
import { formatLabels } from './import-labels.ts'
import { ImportRows } from './import-rows.tsx'
import { ImportStatus } from './import-status.tsx'
import { MappingForm } from './mapping-form.tsx'

const list = { name: 'Import', path: dashboardLinks.imports() }

/** An import from its check to its undo. */
export default function ImportPage() {
  const id = Number(useParams()['id'])
  const query = useAdminData(
    'GET admin/imports/:id',
    { id },
    { pollsWhile: ({ state }) => ['checking', 'running'].includes(state) },
  )
  return (
    <LoadedPage noun="import" title={query.data?.filename ?? 'Import'} crumbs={[list]} query={query}>
      {(data) => <Import key={data.id} data={data} />}
    </LoadedPage>
  )
}

function Import({ data }: { data: ImportSummary }) {
  const [isMapping, setMapping] = useState(false)
  const canMap = data.emptied_at === null && (data.step === 'ready' || data.step === 'failed')
  const canChooseSheet =
    data.sheets.length > 1 &&
    data.emptied_at === null &&
    ['mapping', 'checking', 'ready', 'failed'].includes(data.step)
  const hasRows =
    data.emptied_at === null && !['mapping', 'checking', 'failed', 'withdrawn'].includes(data.step)
  return (
    <div className="grid gap-6">
      <ImportStatus data={data} />
      {canChooseSheet && <SheetSelect data={data} />}
      {data.step === 'mapping' || (isMapping && canMap) ? (
        <MappingForm key={data.sheet} data={data} onDone={() => setMapping(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <div className="grid gap-1 text-quiet">
            <p>
              {importKinds[data.kind].name}
              {data.sheets.length > 1 && !canChooseSheet && `, sheet “${data.sheet}”`} ·{' '}
              {formatLabels[data.format]}, {Object.keys(data.mapping).length} of {data.headings.length}{' '}
              columns matched
            </p>
            <LeftBehind columns={data.leftbehind} />
          </div>
          {canMap && (
            <Button kind="quiet" onClick={() => setMapping(true)}>
              Change columns
            </Button>
          )}
        </div>
      )}
      {hasRows && <ImportRows data={data} />}
    </div>
  )
}

/** What the shop does not keep, by name, so that nobody misses it later. */
function LeftBehind({ columns }: { columns: ImportSummary['leftbehind'] }) {
  if (columns.length === 0) return null
  const names = columns.map(({ heading, rows }) => `${heading} (${rows})`).join(', ')
  return (
    <p className="max-w-prose wrap-anywhere">
      {columns.length === 1 ? '1 column stays' : `${columns.length} columns stay`} behind, with the number of
      rows that have a value: {names}
    </p>
  )
}

/** Chooses the sheet of a workbook that is imported. It is checked at once. */
function SheetSelect({ data: { id, sheets, sheet } }: { data: ImportSummary }) {
  const choose = useImportCall('PUT admin/imports/:id/sheet')
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
