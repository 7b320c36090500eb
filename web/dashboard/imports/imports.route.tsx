import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useImports, useUploadImport } from '../../data/admin/imports.ts'
import { useShop } from '../../data/shop.ts'
import { errorMessage } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format/dates.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { Panel } from '../panel.tsx'
import { formatLabels, stepLabels } from './import-labels.ts'

/** Uploads a products file, and lists the latest imports. */
export default function ImportsPage() {
  const shop = useShop()
  const query = useImports()
  return (
    <DashboardPage title="Import products">
      <div className="grid gap-6">
        <UploadPanel />
        <Panel title="Latest imports">
          <Loaded query={query} skeleton={<Skeleton className="h-48" />}>
            {(imports) =>
              imports.length === 0 ? (
                <EmptyState
                  icon="bag"
                  title="No imports yet"
                  text="Your imports will appear here, and you can undo them."
                />
              ) : (
                <ul className="divide-y divide-line">
                  {imports.map((one) => (
                    <li
                      key={one.id}
                      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3"
                    >
                      <div className="min-w-0">
                        <Link
                          to={dashboardLinks.import(one.id)}
                          className="inline-flex min-h-6 items-center font-medium underline underline-offset-4 wrap-anywhere"
                        >
                          {one.filename}
                        </Link>
                        <p className="text-sm text-quiet">
                          {formatLabels[one.format]} · {formatDateTime(one.created_at, shop)} · {one.by}
                        </p>
                      </div>
                      <p>{stepLabels[one.step]}</p>
                    </li>
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Panel>
      </div>
    </DashboardPage>
  )
}

function UploadPanel() {
  const upload = useUploadImport()
  const navigate = useNavigate()
  const errorId = useId()
  function send(file: File | undefined) {
    if (!file) return
    upload.mutate(file, {
      onSuccess: ({ data }) => void navigate(dashboardLinks.import(data.id)),
      // The message stands beside the button.
      onError: () => true,
    })
  }
  return (
    <Panel
      title="Upload a file"
      intro="CSV, Excel (XLSX) or JSON Lines up to 60 MB, from this shop, Shopify, WooCommerce, Magento 2 or a supplier. You see what will change before anything is imported."
    >
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
      <p className="mt-6 max-w-prose text-quiet">
        To change many products at once, edit the file of{' '}
        <a href={dashboardLinks.listExport('products')({})} className="underline underline-offset-4">
          all your products
        </a>{' '}
        and import it again.
      </p>
    </Panel>
  )
}
