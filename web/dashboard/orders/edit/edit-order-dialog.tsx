import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { editOrderLinesInput, type EditedOrder } from '#contract/orders/edit-order.ts'
import { useEditPreview, useOrderCall } from '#web/data/admin/orders.ts'
import { useOrderProducts } from '#web/data/admin/manual-orders.ts'
import { useShop } from '#web/data/shop.ts'
import { errorMessage } from '#web/lib/api.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { variantName } from '#web/dashboard/stock/variant-name.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { Finder } from '../new/finder.tsx'
import { ProductMatch } from '../new/product-match.tsx'
import { EditFields } from './edit-fields.tsx'
import { EditedItemRow } from './edited-item-row.tsx'
import { addUnit, itemsOf, removeItem } from './edited-items.ts'
import { choicesOf, hasEdits, previewInput, savedInput } from './edited-order.ts'
import { moneyText } from './money-text.ts'
import { TotalsChange } from './totals-change.tsx'

interface EditOrderDialogProps {
  order: AdminOrder
  /** Receives the edit, which can be undone. */
  onSaved(edited: EditedOrder): void
  onClose(): void
}

/** Changes items, discount and delivery of an order. The server calculates the new total before anything is saved. */
export function EditOrderDialog({ order, onSaved, onClose }: EditOrderDialogProps) {
  const { currency } = order
  const format = { ...useShop(), currency }
  const emailNotice = useEmailNotice(order)
  const save = useOrderCall('PATCH admin/orders/:number/lines', { success: null })
  // The order of the first render detects changes that others save while the dialog is open.
  const [start] = useState(order)
  const [items, setItems] = useState(() => itemsOf(order))
  const [choices, setChoices] = useState(() => choicesOf(order))
  const edited = { start, items, choices }

  const isChanged = hasEdits(edited)
  const asked = JSON.stringify(previewInput(edited))
  const debounced = useDebounced(asked, 200)
  const preview = useEditPreview(JSON.parse(debounced) as ReturnType<typeof previewInput>)
  // The first preview leaves the delivery as it is, because the choices come with it.
  const [currentMethod, setCurrentMethod] = useState<string>()
  if (preview.data && currentMethod === undefined) setCurrentMethod(preview.data.shippingMethod)
  const isCurrent = debounced === asked && !preview.isFetching
  const form = useForm({
    schema: editOrderLinesInput,
    read: () => savedInput(edited),
    check: () => (isChanged ? undefined : { path: 'lines', message: 'Change something first' }),
    async submit(sent) {
      const { data } = await save.mutateAsync(sent)
      onSaved(data)
      onClose()
    },
  })
  return (
    <Dialog title="Edit order" wide onClose={onClose}>
      <p className="mb-4 text-quiet">
        Items of the order keep their price. {emailNotice('The customer gets an email with the new total.')}
      </p>
      <Form form={form} label="Edit order" action="Save order" busyAction="Saving…" onCancel={onClose}>
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
        <EditFields
          form={form}
          order={start}
          choices={choices}
          preview={preview.data}
          currentMethod={currentMethod}
          format={format}
          onChange={(change) => setChoices((now) => ({ ...now, ...change }))}
        />
        {isChanged && preview.data && <TotalsChange {...preview.data} format={format} isStale={!isCurrent} />}
        <p role="status" className="font-medium">
          {isChanged && isCurrent && preview.data && !preview.isError
            ? moneyText(start, preview.data, format)
            : ''}
        </p>
        {preview.isError && (
          <p role="alert" className="text-danger">
            {errorMessage(preview.error)}
          </p>
        )}
      </Form>
    </Dialog>
  )
}
