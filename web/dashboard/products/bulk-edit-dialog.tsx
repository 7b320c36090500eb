import { useState } from 'react'
import type { BulkResult } from '#contract/admin-product.ts'
import { useProductChanges } from '../../data/admin-products.ts'
import { ApiError, serverMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BulkFields } from './bulk-fields.tsx'
import { changeOf, noChange, type BulkDraft } from './bulk-change.ts'
import { BulkPreview } from './bulk-preview.tsx'
import { useBulkDone } from './use-bulk-done.ts'
import type { Which } from './use-chosen-products.ts'

interface BulkEditDialogProps {
  which: Which
  count: number
  onClose(done: boolean): void
}

/** Changes many products in one go: first what, then how each of them will change, then the change itself. */
export function BulkEditDialog({ which, count, onClose }: BulkEditDialogProps) {
  const { bulk } = useProductChanges()
  const tellDone = useBulkDone()
  const [draft, setDraft] = useState<BulkDraft>(noChange)
  const [preview, setPreview] = useState<BulkResult>()
  const [issues, setIssues] = useState<{ path: string; message: string }[]>([])
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const change = changeOf(draft)

  async function send(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setWrong('')
    setIssues([])
    try {
      await work()
    } catch (error) {
      // The selection is another one now: what was shown does not hold any more.
      if (error instanceof ApiError && error.code === 'selection_changed') setPreview(undefined)
      setIssues((error instanceof ApiError && error.issues) || [])
      setWrong(serverMessage(error) ?? 'Something went wrong. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  const look = () =>
    send(async () => {
      if (!change) return setWrong('Choose what is to be changed.')
      setPreview(await bulk({ ...which, change, preview: true }))
    })
  const apply = () =>
    send(async () => {
      if (!change || !preview) return
      const done = await bulk({ ...which, change, count: preview.count })
      onClose(true)
      tellDone(done)
    })

  return (
    <Dialog
      wide
      title={`Bulk edit ${count} ${count === 1 ? 'product' : 'products'}`}
      onClose={() => onClose(false)}
    >
      <form
        noValidate
        aria-label="Bulk edit"
        onSubmit={(event) => {
          event.preventDefault()
          void (preview ? apply() : look())
        }}
      >
        {preview ? (
          <BulkPreview result={preview} />
        ) : (
          <BulkFields
            draft={draft}
            set={(changes) => setDraft({ ...draft, ...changes })}
            error={(path) => issues.find((issue) => issue.path === `change.${path}`)?.message}
          />
        )}
        {wrong && (
          <p role="alert" className="mt-4 font-medium text-danger">
            {wrong}
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button kind="secondary" onClick={() => (preview ? setPreview(undefined) : onClose(false))}>
            {preview ? 'Back' : 'Cancel'}
          </Button>
          {preview ? (
            <Button key="apply" type="submit" disabled={preview.changed === 0} aria-disabled={busy}>
              {busy
                ? 'Changing…'
                : `Change ${preview.changed} ${preview.changed === 1 ? 'product' : 'products'}`}
            </Button>
          ) : (
            <Button key="look" type="submit" aria-disabled={busy}>
              {busy ? 'Looking…' : 'Preview changes'}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
