import type { Address } from '#contract/identity/account.ts'

interface AddressCardProps {
  address: Address
  onEdit(): void
  onDelete(): void
  onDefault(): void
}

/** One saved address with its actions. */
export function AddressCard({ address, onEdit, onDelete, onDefault }: AddressCardProps) {
  const { fullName, line1, lines, phone, is_default: isDefault } = address
  const label = `the address of ${fullName}, ${line1}`
  const actionStyle = 'min-h-11 cursor-pointer font-medium underline underline-offset-4 hover:decoration-2'
  return (
    <li className="flex flex-col rounded-xs border border-line p-5">
      <address className="grow leading-relaxed not-italic wrap-anywhere">
        <span className="flex flex-wrap items-center gap-x-3 font-medium">
          {fullName}
          {isDefault && (
            <span className="rounded-xs bg-ground px-2 py-0.5 text-sm font-normal text-quiet">Default</span>
          )}
        </span>
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        <span className="block text-quiet tabular">{phone}</span>
      </address>
      <div className="mt-3 flex flex-wrap gap-x-5">
        <button type="button" className={actionStyle} aria-label={`Edit ${label}`} onClick={onEdit}>
          Edit
        </button>
        <button type="button" className={actionStyle} aria-label={`Delete ${label}`} onClick={onDelete}>
          Delete
        </button>
        {!isDefault && (
          <button
            type="button"
            className={actionStyle}
            aria-label={`Make default: ${label}`}
            onClick={onDefault}
          >
            Make default
          </button>
        )}
      </div>
    </li>
  )
}
