import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { couponInput, type CouponDetail, type CouponKind } from '#contract/coupon.ts'
import { readCoupon as reread, useCouponChanges } from '../../data/admin-coupons.ts'
import { useShop } from '../../data/shop.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { wallTime } from '../../lib/zoned-time.ts'
import { useSaving } from '../meanwhile/use-saving.tsx'
import { couponParts, storedOf } from './coupon-parts.ts'
import { CouponGoods } from './coupon-goods.tsx'
import { readCoupon } from './coupon-text.ts'
import { couponPath, kindWords, usesOf } from './coupon-words.ts'

interface CouponFormProps {
  /** The one to change; without, a new one. */
  coupon: CouponDetail | undefined
  /** Of the shop: what the dates are meant in. */
  timeZone: string
}

/** What a coupon gives, when, for what and how often. */
export function CouponForm({ coupon, timeZone }: CouponFormProps) {
  const { currency } = useShop()
  const navigate = useNavigate()
  const { create, update } = useCouponChanges()
  const [kind, setKind] = useState<CouponKind>(coupon?.kind ?? 'percent')
  const [categories, setCategories] = useState(coupon?.categories ?? [])
  const [products, setProducts] = useState(coupon?.products ?? [])
  const [changed, setChanged] = useState(false)
  const [leaving, setLeaving] = useState<string>()
  const id = coupon?.id ?? 0
  const names = {
    categories: namesOf([...(coupon?.categories ?? []), ...categories]),
    products: namesOf([...(coupon?.products ?? []), ...products]),
  }
  const { save, question } = useSaving<z.input<typeof couponInput>>({
    start: coupon ? storedOf(coupon) : { code: '', kind, version: 0 },
    parts: couponParts({ currency, timeZone, names }),
    async reread() {
      const { data } = await reread(id)
      for (const { id: one, name } of data.categories) names.categories.set(one, name)
      for (const { id: one, name } of data.products) names.products.set(one, name)
      return storedOf(data)
    },
    send: (input, version) => update({ ...input, id, version }),
  })
  const form = useForm({
    schema: couponInput,
    read: (fields) => readCoupon(fields, { kind, timeZone, categories, products }),
    async submit(input) {
      const made = coupon ? await save(input) : await create(input)
      setChanged(false)
      // Once it is known that nothing is unsaved.
      if (made) setLeaving(couponPath(made))
    },
  })
  const unsaved = useUnsavedGuard(form.ref, changed)
  useEffect(() => {
    if (leaving && !changed) void navigate(leaving, { replace: true })
  }, [leaving, changed, navigate])

  const at = (iso: string | null | undefined) => (iso ? wallTime(iso, timeZone) : '')
  const touching =
    <T,>(set: (next: T) => void) =>
    (next: T) => {
      set(next)
      setChanged(true)
    }
  const zone = `In the shop's time zone, ${timeZone}.`

  return (
    <div onInput={() => setChanged(true)}>
      <Form form={form} label="Coupon" action={coupon ? 'Save' : 'Add coupon'} busyAction="Saving…">
        <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-5">
            <TextField
              {...form.field('code')}
              label="Code"
              hint="What shoppers enter. Capital or small letters are the same."
              maxLength={40}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              className="[&_input]:uppercase"
              defaultValue={coupon?.code}
            />
            <CheckboxField name="isActive" label="Switched on" defaultChecked={coupon?.isActive ?? true} />
            <SelectField
              label="What it takes off"
              value={kind}
              onChange={({ target }) => setKind(target.value as CouponKind)}
              options={Object.entries(kindWords)}
            />
            {kind === 'percent' && (
              <TextField
                {...form.field('percent')}
                label="Percent off"
                hint="Of the goods that it is for, after offers."
                inputMode="decimal"
                defaultValue={coupon?.percent ?? ''}
              />
            )}
            {kind === 'amount' && (
              <TextField
                {...form.field('amount')}
                label={`Amount off (${currency})`}
                hint="In all, not of each piece; never more than the goods cost."
                inputMode="decimal"
                defaultValue={coupon?.amount ?? ''}
              />
            )}
            <TextField
              {...form.field('minimum')}
              label={`From goods worth (${currency})`}
              hint="After offers, of the goods that it is for. Empty: from the first piece."
              inputMode="decimal"
              required={false}
              defaultValue={coupon?.minimum || ''}
            />
            <TextField
              {...form.field('startsAt')}
              type="datetime-local"
              label="Holds from"
              required={false}
              hint={zone}
              defaultValue={at(coupon?.startsAt)}
            />
            <TextField
              {...form.field('endsAt')}
              type="datetime-local"
              label="Holds until"
              required={false}
              hint={zone}
              defaultValue={at(coupon?.endsAt)}
            />
            <TextField
              {...form.field('usageLimit')}
              label="Uses in all"
              hint={
                coupon
                  ? `Used so far: ${usesOf(coupon)}. Empty: without limit.`
                  : 'Nobody can use it once more than that. Empty: without limit.'
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
          <CouponGoods
            errors={[form.field('categoryIds').error, form.field('productIds').error]}
            categories={categories}
            products={products}
            onCategories={touching(setCategories)}
            onProducts={touching(setProducts)}
          />
        </div>
      </Form>
      {question}
      {unsaved}
    </div>
  )
}

const namesOf = (named: CouponDetail['products']) => new Map(named.map(({ id, name }) => [id, name]))
