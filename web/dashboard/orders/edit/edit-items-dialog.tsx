import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { editOrderLinesInput } from '#contract/orders/edit-order.ts'
import { useEditPreview, useOrderCall } from '#web/data/admin/orders.ts'
import { useOrderProducts } from '#web/data/admin/manual-orders.ts'
import { useShop } from '#web/data/shop.ts'
import { errorMessage } from '#web/lib/api.ts'
import { money } from '#web/lib/format/money.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { variantName } from '#web/dashboard/stock/variant-name.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { Finder } from '../new/finder.tsx'
import { ProductMatch } from '../new/product-match.tsx'
import { EditedItemRow } from './edited-item-row.tsx'
import { addUnit, editedLines, hasChanges, itemsOf, removeItem } from './edited-items.ts'
import { TotalsChange } from './totals-change.tsx'

/** Changes the items of an unpaid order. The server calculates the new total before anything is saved. */
export function EditItemsDialog({ order, onClose }: { order: AdminOrder; onClose(): void }) {
  const { number, currency } = order
  const format = { ...useShop(), currency }
  const emailNotice = useEmailNotice(order)
  const save = useOrderCall('PATCH admin/orders/:number/lines')
  // The version of the first render detects changes that others save while the dialog is open.
  const [version] = useState(order.version)
  const [items, setItems] = useState(() => itemsOf(order))
  const input = { number, version, lines: editedLines(items) }

  const isChanged = hasChanges(items)
  const debounced = useDebounced(JSON.stringify(input), 200)
  const preview = useEditPreview(JSON.parse(debounced) as typeof input, isChanged)
  const isCurrent = debounced === JSON.stringify(input) && !preview.isFetching
  const totals = isChanged ? preview.data : undefined
  const form = useForm({
    schema: editOrderLinesInput,
    read: () => input,
    check: () => (isChanged ? undefined : { path: 'lines', message: 'Change at least one item' }),
    async submit(sent) {
      await save.mutateAsync(sent)
      onClose()
    },
  })
  return (
    <Dialog title="Edit items" wide onClose={onClose}>
      <p className="mb-4 text-quiet">
        Items of the order keep their price. {emailNotice('The customer gets an email with the new total.')}
      </p>
      <Form form={form} label="Edit items" action="Save items" busyAction="Saving…" onCancel={onClose}>
        <Finder
          label="Add a product"
          hint="Part of a name, or a SKU. Enter adds the selected match."
          useSearch={useOrderProducts}
          keyOf={({ variantid }) => variantid}
          onPick={(product) => setItems((now) => addUnit(now, product))}
          error={form.error('lines')}
        >
          {(product) => <ProductMatch product={product} format={format} />}
        </Finder>
        <ul aria-label="Items of the order" className="divide-y divide-line border-y border-line">
          {items.map((item, index) => (
            <EditedItemRow
              key={item.variantid}
              item={item}
              name={variantName(item)}
              error={
                form.error(`lines.${index}.quantity`) ??
                form.error(`lines.${index}`) ??
                form.error(`variant.${item.variantid}`)
              }
              onQuantity={(quantity) =>
                setItems((now) => now.map((one) => (one === item ? { ...one, quantity } : one)))
              }
              onRemove={() => setItems((now) => removeItem(now, item.variantid))}
            />
          ))}
        </ul>
        {totals && <TotalsChange {...totals} format={format} isStale={!isCurrent} />}
        <p role="status" className="text-sm text-quiet">
          {isChanged && isCurrent && totals && !preview.isError
            ? `The total becomes ${money(totals.after.total, format)} instead of ${money(totals.before.total, format)}.`
            : ''}
        </p>
        {isChanged && preview.isError && (
          <p role="alert" className="text-danger">
            {errorMessage(preview.error)}
          </p>
        )}
      </Form>
    </Dialog>
  )
}
