import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { bulkChange } from '#contract/catalog/admin/product.ts'
import { useBulkEdit } from '#web/data/admin/catalog/products.ts'
import { useShop } from '#web/data/shop.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { FormAlert } from '#web/ui/form/form-alert.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { BulkTarget } from '../table/use-selected-products.ts'
import { changeOf, noChange } from './bulk-change.ts'
import { BulkFields } from './bulk-fields.tsx'
import { applyBulk, nothingDone, PART_SIZE, planBulk, type BulkPlan } from './bulk-parts.ts'
import { BulkPreview } from './bulk-preview.tsx'
import { useBulkToast } from './use-bulk-toast.ts'

/** The part of the endpoint's input that the form holds, so that the paths of issues agree. */
const schema = z.object({ change: bulkChange })

interface BulkEditDialogProps {
  target: BulkTarget
  count: number
  /** Receives whether products have changed. */
  onClose(isDone: boolean): void
}

/**
 * Edits many products at once: first the fields, then a preview, then the change. A large selection is previewed and changed
 * in parts, each all or nothing.
 */
export function BulkEditDialog({ target, count, onClose }: BulkEditDialogProps) {
  const { preview, apply } = useBulkEdit()
  const { locale } = useShop()
  const showResult = useBulkToast()
  const [draft, setDraft] = useState(noChange)
  const [plan, setPlan] = useState<BulkPlan>()
  const [done, setDone] = useState(nothingDone)
  const [allowsFree, setAllowsFree] = useState(false)
  /** Where the rest of the selection begins, after some parts have changed. */
  const [rest, setRest] = useState<number | null>(null)
  /** The products that earlier previews have changed. */
  const [earlier, setEarlier] = useState(0)
  const [seen, setSeen] = useState(0)
  const isStopped = useRef(false)
  useEffect(() => () => void (isStopped.current = true), [])
  const form = useForm({
    schema,
    check: () => (changeOf(draft) ? undefined : { path: 'change', message: 'Choose at least one change.' }),
    read: () => ({ change: changeOf(draft) }),
    async submit({ change }) {
      isStopped.current = false
      const selection = { ...target, limit: PART_SIZE }
      if (!plan) {
        setSeen(0)
        setAllowsFree(false)
        const send = async (part: object) =>
          (await preview.mutateAsync({ ...selection, ...part, change })).data
        return setPlan(await planBulk(send, rest, setSeen))
      }
      let latest = done
      try {
        const send = async (part: object) =>
          (await apply.mutateAsync({ ...selection, ...part, change, allowfree: allowsFree })).data
        latest = await applyBulk(plan, done, send, (now) => {
          setDone((latest = now))
          return !isStopped.current
        })
      } catch (error) {
        // Other products match now, so the preview of the rest is outdated.
        if (error instanceof ApiError && error.code === 'selection_changed') {
          setRest(plan.parts[latest.parts]?.after ?? null)
          setDone({ ...latest, parts: 0 })
          setEarlier(latest.changed)
          setPlan(undefined)
        }
        throw error
      }
      if (latest.parts < plan.parts.length) return
      onClose(true)
      showResult(latest)
    },
  })
  const products = (number: number) =>
    `${number.toLocaleString(locale)} ${number === 1 ? 'product' : 'products'}`
  const changed = done.changed
  const left = (plan?.result.changed ?? 0) - (changed - earlier)
  const action = plan ? `Change ${products(left)}` : 'Preview changes'

  function close() {
    // The shop may have received the current part already, so the dialog waits for it.
    if (form.busy && plan) return void (isStopped.current = true)
    onClose(changed > 0)
    if (changed > 0) showResult(done)
  }

  return (
    <Dialog wide title={`Bulk edit ${products(count)}`} onClose={close}>
      <form {...form.props} aria-label="Bulk edit">
        {plan ? (
          <>
            <BulkPreview result={plan.result} />
            {plan.result.free > 0 && (
              <div className="mt-4 rounded-xs border border-warning px-4 py-3">
                <p className="font-medium text-warning">
                  {products(plan.result.free)} would be sold for nothing, because a price becomes 0.
                </p>
                <CheckboxField
                  label="Set these prices to 0"
                  checked={allowsFree}
                  onChange={({ currentTarget }) => setAllowsFree(currentTarget.checked)}
                />
              </div>
            )}
            {plan.parts.length > 1 && (
              <p className="mt-2 text-sm text-quiet">
                Products change in parts of {PART_SIZE.toLocaleString(locale)}. You can stop after each part.
              </p>
            )}
          </>
        ) : (
          <BulkFields
            draft={draft}
            disabled={changed > 0}
            set={(changes) => setDraft({ ...draft, ...changes })}
            error={(path) => form.error(`change.${path}`)}
          />
        )}
        {form.busy && count > PART_SIZE && (
          <progress
            aria-label={plan ? 'Changing products' : 'Checking products'}
            value={plan ? changed + done.unchanged : seen}
            max={count}
            className="mt-4 w-full accent-ink"
          />
        )}
        <p role="status" className="mt-4 empty:mt-0">
          {changed > 0 && `${products(changed)} changed.`}
        </p>
        <div className="mt-4 empty:hidden">
          <FormAlert text={form.message} />
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {plan && changed === 0 && !form.busy ? (
            <Button kind="secondary" onClick={() => setPlan(undefined)}>
              Back
            </Button>
          ) : (
            <Button kind="secondary" onClick={close}>
              {form.busy && plan ? 'Stop' : changed > 0 ? 'Close' : 'Cancel'}
            </Button>
          )}
          {/* The key moves the focus off the button when the step changes, so that Enter cannot press both. */}
          <Button
            key={plan ? 'apply' : 'preview'}
            type="submit"
            disabled={plan && (left === 0 || (plan.result.free > 0 && !allowsFree))}
            aria-disabled={form.busy}
          >
            {form.busy ? (plan ? 'Changing…' : 'Loading…') : action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
