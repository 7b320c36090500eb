import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { couponInput, type CouponDetail, type CouponKind } from '#contract/promotions/coupon.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { coupons } from '#web/data/admin/coupons.ts'
import { useShop } from '#web/data/shop.ts'
import { wallTime, wallTimeToIso } from '#web/lib/format/zoned-time.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { CouponItems } from './coupon-items.tsx'
import { couponKindLabels, usageText } from './coupon-labels.ts'
import { couponParts, toRecord } from './coupon-parts.ts'

interface CouponFormProps {
  /** Undefined for a new coupon. */
  coupon: CouponDetail | undefined
  /** The shop's time zone, in which start and end are entered. */
  timeZone: string
}

export function CouponForm({ coupon, timeZone }: CouponFormProps) {
  const { currency } = useShop()
  const navigate = useNavigate()
  const { create, update } = coupons.useChanges()
  const [kind, setKind] = useState<CouponKind>(coupon?.kind ?? 'percent')
  const [categories, setCategories] = useState(coupon?.categories ?? [])
  const [products, setProducts] = useState(coupon?.products ?? [])
  const id = coupon?.id ?? 0
  const names = {
    categories: namesOf([...(coupon?.categories ?? []), ...categories]),
    products: namesOf([...(coupon?.products ?? []), ...products]),
  }
  const at = (iso: string | null | undefined) => (iso ? wallTime(iso, timeZone) : '')
  const timeZoneHint = `In the shop’s time zone, ${timeZone}.`

  return (
    <RecordForm
      label="Coupon"
      draft={`coupon ${coupon?.id ?? 'new'}`}
      state={{
        value: { kind, categories, products },
        restore(value) {
          const restored = value as {
            kind: CouponKind
            categories: typeof categories
            products: typeof products
          }
          setKind(restored.kind)
          setCategories(restored.categories)
          setProducts(restored.products)
        },
      }}
      action={coupon ? 'Save' : 'Add coupon'}
      schema={couponInput}
      read={(fields) => parseCoupon(fields, { kind, timeZone, categories, products })}
      record={coupon && toRecord(coupon)}
      parts={couponParts({ currency, timeZone, names })}
      reread={async () => {
        const now = await coupons.read(id)
        for (const category of now.categories) names.categories.set(category.id, category.name)
        for (const product of now.products) names.products.set(product.id, product.name)
        return toRecord(now)
      }}
      create={(input) => create.mutateAsync(input)}
      update={(input, { version }) => update.mutateAsync({ ...input, id, version })}
      onSaved={(created) =>
        created && void navigate(dashboardLinks.coupon(created.data.id), { replace: true })
      }
    >
      {(form) => (
        <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-5">
            <TextField
              {...form.field('code')}
              label="Code"
              hint="Not case-sensitive."
              maxLength={40}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              className="[&_input]:uppercase"
              defaultValue={coupon?.code}
            />
            <CheckboxField name="isActive" label="Active" defaultChecked={coupon?.isActive ?? true} />
            <SelectField
              label="Discount type"
              value={kind}
              onChange={({ target }) => setKind(target.value as CouponKind)}
              options={Object.entries(couponKindLabels)}
            />
            {kind === 'percent' && (
              <TextField
                {...form.field('percent')}
                label="Percent off"
                hint="Applied to eligible items after offers."
                inputMode="decimal"
                defaultValue={coupon?.percent ?? ''}
              />
            )}
            {kind === 'amount' && (
              <TextField
                {...form.field('amount')}
                label={`Amount off (${currency})`}
                hint="Off the order total, never more than the items cost."
                inputMode="decimal"
                defaultValue={coupon?.amount ?? ''}
              />
            )}
            <TextField
              {...form.field('minimum')}
              label={`Minimum order value (${currency})`}
              hint="Eligible items after offers. Leave empty for no minimum."
              inputMode="decimal"
              required={false}
              defaultValue={coupon?.minimum || ''}
            />
            <TextField
              {...form.field('startsAt')}
              type="datetime-local"
              label="Starts"
              required={false}
              hint={timeZoneHint}
              defaultValue={at(coupon?.startsAt)}
            />
            <TextField
              {...form.field('endsAt')}
              type="datetime-local"
              label="Ends"
              required={false}
              hint={timeZoneHint}
              defaultValue={at(coupon?.endsAt)}
            />
            <TextField
              {...form.field('usageLimit')}
              label="Total usage limit"
              hint={
                coupon
                  ? `Used ${usageText(coupon)} times. Leave empty for unlimited.`
                  : 'Leave empty for unlimited.'
              }
              inputMode="numeric"
              required={false}
              defaultValue={coupon?.usageLimit ?? ''}
            />
            <CheckboxField
              name="oncePerCustomer"
              label="Once per customer"
              defaultChecked={coupon?.oncePerCustomer}
            />
          </div>
          <CouponItems
            errors={[form.error('categoryIds'), form.error('productIds')]}
            categories={categories}
            products={products}
            onCategories={(next) => {
              setCategories(next)
              form.markDirty()
            }}
            onProducts={(next) => {
              setProducts(next)
              form.markDirty()
            }}
          />
        </div>
      )}
    </RecordForm>
  )
}

const namesOf = (named: CouponDetail['products']) => new Map(named.map(({ id, name }) => [id, name]))

interface CouponSelection extends Pick<CouponDetail, 'kind' | 'categories' | 'products'> {
  timeZone: string
}

/** Converts the field texts. An invalid number becomes NaN, which the schema refuses. */
function parseCoupon(
  fields: Record<string, string>,
  { kind, timeZone, categories, products }: CouponSelection,
): z.input<typeof couponInput> {
  const number = (name: string) => (fields[name]?.trim() ? Number(fields[name].trim()) : null)
  return {
    code: fields['code'] ?? '',
    kind,
    percent: kind === 'percent' ? (number('percent') ?? 0) : null,
    amount: kind === 'amount' ? (number('amount') ?? 0) : null,
    minimum: number('minimum') ?? 0,
    startsAt: wallTimeToIso(fields['startsAt'] ?? '', timeZone),
    endsAt: wallTimeToIso(fields['endsAt'] ?? '', timeZone),
    usageLimit: number('usageLimit'),
    oncePerCustomer: fields['oncePerCustomer'] === 'on',
    isActive: fields['isActive'] === 'on',
    categoryIds: categories.map(({ id }) => id),
    productIds: products.map(({ id }) => id),
  }
}
