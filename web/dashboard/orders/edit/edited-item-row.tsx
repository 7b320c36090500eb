import { TextField } from '#web/ui/form/text-field.tsx'
import { RowButton } from '#web/dashboard/list-page/row-button.tsx'
import { Thumbnail } from '#web/dashboard/list-page/thumbnail.tsx'
import type { EditedItem } from './edited-items.ts'

interface EditedItemRowProps {
  item: EditedItem
  name: string
  error: string | undefined
  onQuantity(quantity: string): void
  onRemove(): void
}

/** An item with its quantity. A removed one stays until the change is saved. */
export function EditedItemRow({ item, name, error, onQuantity, onRemove }: EditedItemRowProps) {
  const { image, sku, quantity, ordered } = item
  const isRemoved = quantity.trim() === '0'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Thumbnail image={image} />
      <div className="min-w-40 flex-1">
        <p className={`font-medium wrap-anywhere ${isRemoved ? 'text-quiet line-through' : ''}`}>{name}</p>
        <p className="text-sm text-quiet wrap-anywhere">
          {[sku && `SKU ${sku}`, ordered === 0 ? 'New' : isRemoved && 'Will be removed']
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <TextField
        name={`quantity.${item.variantid}`}
        label="Quantity"
        aria-label={`Quantity of ${name}`}
        error={error}
        value={quantity}
        onChange={({ target }) => onQuantity(target.value)}
        onFocus={({ target }) => target.select()}
        inputMode="numeric"
        maxLength={3}
        className="w-24"
      />
      {isRemoved ? (
        <RowButton aria-label={`Keep ${name}`} onClick={() => onQuantity(String(ordered))}>
          Keep
        </RowButton>
      ) : (
        <RowButton danger aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </RowButton>
      )}
    </li>
  )
}
