import { useRef } from 'react'
import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useCategoryChoices } from '#web/data/admin/catalog/catalog-choices.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ProductFinder } from '#web/dashboard/product-finder.tsx'

interface ReferenceValueProps {
  label: string
  hint: string | undefined
  error: string | undefined
  /** The id of the record. */
  id: number | null
  onChange(id: number | null): void
}

/** A product as a value: found by its name, shown with a link, and can be removed. */
export function ProductValue({ label, hint, error, id, onChange }: ReferenceValueProps) {
  const { data } = useAdminData('GET admin/products/:id', { id: id ?? 0 }, { enabled: id !== null })
  const area = useRef<HTMLDivElement>(null)
  const focus = useFocus()
  const change = (next: number | null) => {
    onChange(next)
    focus(() => area.current?.querySelector('input, button'))
  }
  if (id === null)
    return (
      <div ref={area}>
        <ProductFinder
          label={label}
          hint={hint}
          error={error}
          selected={[]}
          onAdd={({ productid }) => change(productid)}
        />
      </div>
    )
  // Without the permission for products the name can’t be read.
  const name = data?.productname ?? `Product #${id}`
  return (
    <div ref={area}>
      <Field label={label} hint={hint} error={error} optional>
        {({ id: controlId, 'aria-describedby': describedBy }) => (
          <div className="flex flex-wrap items-center gap-x-4">
            <Link to={dashboardLinks.product(id)} className="wrap-anywhere underline underline-offset-4">
              {name}
            </Link>
            <Button
              id={controlId}
              kind="quiet"
              aria-label={`Remove ${name} from ${label}`}
              aria-describedby={describedBy}
              data-form-error={error && ''}
              onClick={() => change(null)}
            >
              Remove
            </Button>
          </div>
        )}
      </Field>
    </div>
  )
}

/** A category as a value. */
export function CategoryValue({ label, hint, error, id, onChange }: ReferenceValueProps) {
  const { data: categories = [] } = useCategoryChoices()
  const options = categories.map((one) => [String(one.id), one.productcategoryname] as const)
  const value = id === null ? '' : String(id)
  const isKnown = value === '' || options.some(([key]) => key === value)
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      required={false}
      options={[['', 'Not set'], ...(isKnown ? [] : [[value, `Category #${value}`] as const]), ...options]}
      value={value}
      onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
    />
  )
}
