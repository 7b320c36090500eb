import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { importedKinds, importKinds, type ImportedKind } from '#contract/imports/kinds.ts'
import { useCan } from '#web/data/account/permission.ts'
import { useUploadImport } from '#web/data/admin/operations/imports.ts'
import { errorMessage } from '#web/lib/api.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Panel } from '../panel.tsx'
import { columnLabels, kindTexts } from './import-labels.ts'

/** Their files have data about people. */
const peopleKinds: ReadonlySet<ImportedKind> = new Set(['customers', 'orders'])

/** Uploads a file of one kind, and offers a template of it. */
export function UploadPanel() {
  const can = useCan()
  const kinds = importedKinds.filter((kind) => can(importKinds[kind].permission))
  const [chosen, setChosen] = useState<ImportedKind>()
  const kind = chosen ?? kinds[0]
  if (!kind) return null
  const mayExport = !peopleKinds.has(kind) || can('exports')
  return (
    <Panel
      title="Upload a file"
      intro="CSV, Excel (XLSX) or JSON Lines up to 60 MB. You see what will change before anything is imported."
    >
      <SelectField
        label="What to import"
        className="max-w-sm"
        options={kinds.map((one) => [one, importKinds[one].name])}
        value={kind}
        onChange={({ target }) => setChosen(kinds.find((one) => one === target.value))}
      />
      <p className="mt-3 mb-4 max-w-prose text-quiet">{kindTexts[kind]}</p>
      <FileButton key={kind} kind={kind} />
      <p className="mt-6 max-w-prose text-quiet">
        Start with{' '}
        <a href={templateLink(kind)} download={`${kind}.csv`} className="underline underline-offset-4">
          an empty template
        </a>
        {mayExport && (
          <>
            {', or with the file of '}
            <a href={dashboardLinks.listExport(kind)({})} className="underline underline-offset-4">
              everything that you have
            </a>
          </>
        )}
        .
      </p>
    </Panel>
  )
}

/** A file with the headings alone. */
const templateLink = (kind: ImportedKind) => {
  const headings = columnLabels(kind).map(([, label]) => label)
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${headings.join(',')}\r\n`)}`
}

function FileButton({ kind }: { kind: ImportedKind }) {
  const upload = useUploadImport()
  const navigate = useNavigate()
  const errorId = useId()
  function send(file: File | undefined) {
    if (!file) return
    upload.mutate(
      { file, kind },
      {
        onSuccess: ({ data }) => void navigate(dashboardLinks.import(data.id)),
        // The message stands beside the button.
        onError: () => true,
      },
    )
  }
  return (
    <>
      <label
        className={`${buttonStyle('primary')} relative cursor-pointer focus-within:outline-2 focus-within:outline-offset-2`}
      >
        {upload.isPending ? 'Uploading…' : 'Choose file'}
        <input
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.jsonl,.ndjson"
          aria-describedby={upload.error ? errorId : undefined}
          onChange={({ target }) => {
            send(target.files?.[0])
            // The same file can be chosen again after it was corrected.
            target.value = ''
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      {upload.error && !upload.isPending && (
        <p id={errorId} role="alert" className="mt-3 font-medium text-danger">
          {errorMessage(upload.error)}
        </p>
      )}
    </>
  )
}
