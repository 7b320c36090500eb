import { useState } from 'react'
import { useNavigate } from 'react-router'
import { couponInput, type CouponDetail, type CouponKind } from '#contract/promotions/coupon.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { coupons } from '#web/data/admin/coupons.ts'
import { useShop } from '#web/data/shop.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import {
  checkbox,
  chosen,
  decimal,
  idsOf,
  moment,
  number,
  onlyIf,
  select,
  text,
} from '../record-form/fields.tsx'
import { CategoryChoice, ProductChoice } from './coupon-items.tsx'
import { couponKindLabels, usageText } from './coupon-labels.ts'

interface CouponFormProps {
  /** Undefined for a new coupon. */
  coupon: CouponDetail | undefined
  /** The shop's time zone, in which start and end are entered. */
  timeZone: string
}

type Named = CouponDetail['products'][number]
type Known = Record<'categories' | 'products', Map<number, Named>>

/** A coupon as the input of its form. */
const toRecord = (coupon: CouponDetail, known: Known) => ({
  ...coupon,
  categoryIds: idsOf(coupon.categories, known.categories),
  productIds: idsOf(coupon.products, known.products),
})

/** Without a discount it is 0, so that the server asks for the one of this kind. */
const askedFor = { empty: 0, required: true } as const

function describeCoupon({
  coupon,
  timeZone,
  currency,
  known,
}: CouponFormProps & { currency: string; known: Known }) {
  const amountText = (amount: unknown) => (amount ? `${currency} ${Number(amount)}` : '')
  const hint = `In the shop’s time zone, ${timeZone}.`
  return describeForm(couponInput, {
    code: text('Code', {
      hint: 'Not case-sensitive.',
      maxLength: 40,
      autoCapitalize: 'characters',
      autoComplete: 'off',
      spellCheck: false,
      className: '[&_input]:uppercase',
      show: (code) => code.toUpperCase(),
    }),
    isActive: checkbox('Active', { initial: true }),
    kind: select('Discount type', Object.entries(couponKindLabels) as [CouponKind, string][], {
      isState: true,
      initial: 'percent',
      mergedWith: ['percent', 'amount'],
      show: (kind, { percent, amount }) =>
        kind === 'free_delivery'
          ? couponKindLabels.free_delivery
          : kind === 'percent'
            ? `${Number(percent)}%`
            : amountText(amount),
    }),
    percent: onlyIf(
      ({ kind }) => kind === 'percent',
      null,
      decimal('Percent off', { ...askedFor, hint: 'Applied to eligible items after offers.' }),
    ),
    amount: onlyIf(
      ({ kind }) => kind === 'amount',
      null,
      decimal(`Amount off (${currency})`, {
        ...askedFor,
        hint: 'Off the order total, never more than the items cost.',
      }),
    ),
    minimum: decimal(`Minimum order value (${currency})`, {
      hint: 'Eligible items after offers. Leave empty for no minimum.',
      empty: 0,
      show: amountText,
    }),
    startsAt: moment('Starts', timeZone, { hint }),
    endsAt: moment('Ends', timeZone, { hint }),
    usageLimit: number('Total usage limit', {
      hint: `${coupon ? `Used ${usageText(coupon)} times. ` : ''}Leave empty for unlimited.`,
      empty: null,
    }),
    oncePerCustomer: checkbox('Once per customer'),
    categoryIds: chosen('Categories', known.categories, {
      isUnordered: true,
      control: (control) => <CategoryChoice {...control} />,
    }),
    productIds: chosen('Products', known.products, {
      isUnordered: true,
      control: (control) => <ProductChoice {...control} />,
    }),
  })
}

export function CouponForm({ coupon, timeZone }: CouponFormProps) {
  const { currency } = useShop()
  const navigate = useNavigate()
  const { create, update } = coupons.useChanges()
  const [known] = useState<Known>(() => ({ categories: new Map(), products: new Map() }))
  const id = coupon?.id ?? 0
  const of = describeCoupon({ coupon, timeZone, currency, known })
  const lists: typeof of.names = ['categoryIds', 'productIds']
  return (
    <DescribedForm
      label="Coupon"
      draft={`coupon ${coupon?.id ?? 'new'}`}
      action={coupon ? 'Save' : 'Add coupon'}
      of={of}
      record={coupon && toRecord(coupon, known)}
      reread={async () => toRecord(await coupons.read(id), known)}
      create={create.mutateAsync}
      update={(input, { version }) => update.mutateAsync({ ...input, id, version })}
      onSaved={(created) =>
        created && void navigate(dashboardLinks.coupon(created.data.id), { replace: true })
      }
    >
      {({ place }) => (
        <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-5">
            {of.names.filter((name) => !lists.includes(name)).map(place)}
          </div>
          <div className="flex min-w-0 flex-col gap-5">{lists.map(place)}</div>
        </div>
      )}
    </DescribedForm>
  )
}
