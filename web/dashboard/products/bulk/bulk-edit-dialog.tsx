import { useState } from 'react'
import { z } from 'zod'
import { bulkChange, type BulkResult } from '#contract/catalog/admin-product.ts'
import { useBulkEdit } from '../../../data/admin/catalog/products.ts'
import { ApiError } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormAlert } from '../../../ui/form/form.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import type { BulkTarget } from '../table/use-selected-products.ts'
import { changeOf, noChange } from './bulk-change.ts'
import { BulkFields } from './bulk-fields.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { useBulkToast } from './use-bulk-toast.ts'

/** The part of the endpoint's input that the form holds, so that the paths of issues agree. */
const schema = z.object({ change: bulkChange })

interface BulkEditDialogProps {
  target: BulkTarget
  count: number
  onClose(isDone: boolean): void
}

/** Edits many products at once: first the fields, then a preview of each product, then the change. */
export function BulkEditDialog({ target, count, onClose }: BulkEditDialogProps) {
  const { preview, apply } = useBulkEdit()
  const showResult = useBulkToast()
  const [draft, setDraft] = useState(noChange)
  const [result, setResult] = useState<BulkResult>()
  const form = useForm({
    schema,
    check: () => (changeOf(draft) ? undefined : { path: 'change', message: 'Choose at least one change.' }),
    read: () => ({ change: changeOf(draft) }),
    async submit({ change }) {
      try {
        if (!result) return setResult((await preview.mutateAsync({ ...target, change })).data)
        const { data } = await apply.mutateAsync({ ...target, change, count: result.count })
        onClose(true)
        showResult(data)
      } catch (error) {
        // Other products match now, so the preview is outdated.
        if (error instanceof ApiError && error.code === 'selection_changed') setResult(undefined)
        throw error
      }
    },
  })
  const action = result ? `Change ${countText(result.changed)}` : 'Preview changes'

  return (
    <Dialog wide title={`Bulk edit ${countText(count)}`} onClose={() => onClose(false)}>
      <form {...form.props} aria-label="Bulk edit">
        {result ? (
          <BulkPreview result={result} />
        ) : (
          <BulkFields
            draft={draft}
            set={(changes) => setDraft({ ...draft, ...changes })}
            error={(path) => form.error(`change.${path}`)}
          />
        )}
        <div className="mt-4 empty:hidden">
          <FormAlert text={form.message} />
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button kind="secondary" onClick={() => (result ? setResult(undefined) : onClose(false))}>
            {result ? 'Back' : 'Cancel'}
          </Button>
          {/* The key moves the focus off the button when the step changes, so that Enter cannot press both. */}
          <Button
            key={result ? 'apply' : 'preview'}
            type="submit"
            disabled={result?.changed === 0}
            aria-disabled={form.busy}
          >
            {form.busy ? (result ? 'Changing…' : 'Loading…') : action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const countText = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`
