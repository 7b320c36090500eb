import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { PICK_UP } from '#contract/orders/order.ts'
import { manualOrderInput, type OrderDraft } from '#contract/orders/manual-order.ts'
import { useManualOrderChanges, useManualQuote } from '#web/data/admin/manual-orders.ts'
import { useShop } from '#web/data/shop.ts'
import { ApiError, errorMessage } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toasts.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { readFields } from '#web/ui/form/draft/draft-fields.ts'
import { RestoredNotice } from '#web/ui/form/draft/restored-notice.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useUnsavedGuard } from '#web/dashboard/record-form/use-unsaved-guard.tsx'
import { chosenHold } from './hold-choice.ts'
import { handoverOf, isReceived, paymentsFor } from './handover.ts'
import type { Sale } from './sale-done.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { DiscountFields } from './discount-fields.tsx'
import { ItemsPanel } from './items-panel.tsx'
import { itemsOf, orderRequest, quoteInput, type Fields, type OrderItem } from './order-input.ts'
import { useDraftVersion } from './use-draft-version.ts'
import { usePlaceShortcut } from './use-place-shortcut.ts'
import { OrderSummary } from './order-summary.tsx'

const DEBOUNCE_MS = 250

interface OrderFormProps {
  draft: OrderDraft | undefined
  /** It begins as a sale at the counter. */
  isCounter?: boolean
  /** The receipt of the last sale has the focus. */
  followsSale?: boolean
  onSold?(sale: Sale): void
}

/** The form of an order of staff: what is ordered, for whom, and beside them what it costs now. */
export function OrderForm({ draft, isCounter = false, followsSale = false, onSold }: OrderFormProps) {
  const navigate = useNavigate()
  const { timeZone } = useShop()
  const { create, update, place } = useManualOrderChanges()
  const { version, saving } = useDraftVersion(draft)
  const [items, setItems] = useState<readonly OrderItem[]>(() => itemsOf(draft))
  const [fields, setFields] = useState<Fields>({})
  const [chosenMethod, setMethod] = useState(draft?.request.shippingMethod ?? '')
  const [chosenPayment, setPayment] = useState(draft?.request.payment ?? '')
  /** The button of the submit. Ctrl+S has none and saves a draft. */
  const intent = useRef<'placed' | 'draft'>('draft')
  const [saved, setSaved] = useState<string | Sale>('')
  const [chosenHandover, setHandover] = useState(isCounter ? 'counter' : undefined)
  const handover = handoverOf(chosenHandover, draft)

  const inputText = JSON.stringify(
    quoteInput(
      {
        'shipping.country': draft?.request.shipping?.country ?? '',
        ...fields,
        handover,
        payment: chosenPayment,
      },
      items,
      draft?.number,
    ),
  )
  const quotedText = useDebounced(inputText, DEBOUNCE_MS)
  const quote = useManualQuote(JSON.parse(quotedText) as ReturnType<typeof quoteInput>)
  const { shippingMethods: allMethods = [], payments: allPayments = [] } = quote.data ?? {}
  const shippingMethods = allMethods.filter(({ id }) => id !== PICK_UP)
  const payments = paymentsFor(handover, allPayments)
  const isOffered =
    (id: string) =>
    ({ id: offered }: { id: string }) =>
      offered === id
  const delivery = (shippingMethods.find(isOffered(chosenMethod)) ?? shippingMethods[0])?.id ?? ''
  const shippingMethod = handover === 'delivery' ? delivery : PICK_UP
  // Nobody has paid until somebody says so, except at the counter.
  const unpaid = payments.find(({ id }) => handover === 'counter' || !isReceived(id))
  const payment = (payments.find(isOffered(chosenPayment)) ?? unpaid)?.id ?? ''
  const discount = (fields['discount'] ?? '').trim()
  const isStale = inputText !== quotedText || quote.isPlaceholderData || quote.isFetching

  const form = useForm({
    schema: manualOrderInput,
    read: (texts) => ({
      ...orderRequest({ ...texts, shippingMethod, payment }, items, draft),
      state: intent.current,
      ...(intent.current === 'draft' && chosenHold(texts, { now: new Date(), timeZone })),
      // Staff read the shown total to the customer. A quote that is still loading is not shown yet.
      ...(intent.current === 'placed' &&
        quote.data &&
        !isStale && { expectedTotal: quote.data.totals.total }),
    }),
    draft: {
      name: `order ${draft?.number ?? (isCounter ? 'counter' : 'new')}`,
      start: draft,
      state: { value: { items }, restore: (value) => setItems((value as { items: OrderItem[] }).items) },
    },
    async submit(input) {
      try {
        setSaved(await send(input))
      } catch (error) {
        // Another price or stock is the usual reason.
        void quote.refetch()
        throw error
      }
    },
  })
  const guard = useUnsavedGuard(form)
  usePlaceShortcut(form)

  /** Saves the order and returns the address of its page, or the sale. */
  async function send({ state, expectedTotal, ...request }: Parameters<typeof create.mutateAsync>[0]) {
    if (!draft) {
      const { data } = await create.mutateAsync({ ...request, state, expectedTotal })
      const { number, serial, total } = data
      if (serial === null) return dashboardLinks.orderDraft(number)
      return handover === 'counter' ? { number, serial, total } : dashboardLinks.order(number)
    }
    const { number } = draft
    const { message } = await saving(() => update.mutateAsync({ ...request, number, version }))
    if (state === 'draft') {
      showToast('success', message)
      return dashboardLinks.orderDraft(number)
    }
    await place.mutateAsync({ number, expectedTotal })
    return dashboardLinks.order(number)
  }

  useEffect(() => {
    if (!saved || form.isDirty) return
    setSaved('')
    if (typeof saved === 'string') void navigate(saved, { replace: true })
    else if (onSold) onSold(saved)
    else void navigate(dashboardLinks.order(saved.number), { replace: true })
  }, [saved, form.isDirty, navigate, onSold])

  const readForm = () => form.ref.current && setFields(readFields(form.ref.current))
  const readFirst = useEffectEvent(readForm)
  // The fields of the hold start again with it.
  useLayoutEffect(() => void readFirst(), [draft?.heldUntil])

  const refused = quote.error instanceof ApiError ? (quote.error.issues ?? []) : []
  const refusalOf = (index: number) => refused.find(({ path }) => path.startsWith(`items.${index}.`))?.message

  return (
    <form
      {...form.props}
      aria-label="Order"
      onInput={(event) => {
        form.props.onInput?.(event)
        readForm()
      }}
      onKeyDown={keepOpen}
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent
        intent.current =
          submitter instanceof HTMLButtonElement && submitter.value === 'placed' ? 'placed' : 'draft'
        form.props.onSubmit?.(event)
      }}
      className="mt-2 grid gap-6"
    >
      <RestoredNotice draft={form.draft} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(22rem,2fr)]">
        <div className="grid gap-6">
          <ItemsPanel
            items={items}
            lines={quote.data?.lines ?? []}
            form={form}
            isNew={!draft && !followsSale}
            refusalOf={refusalOf}
            onChange={(change) => {
              setItems(change)
              form.markDirty()
            }}
          >
            <DiscountFields
              form={form}
              discount={discount}
              couponProblem={quote.data?.couponProblem}
              draft={draft}
            />
          </ItemsPanel>
          <CustomerPanel
            handover={handover}
            onHandover={setHandover}
            form={form}
            fields={fields}
            quote={quote.data}
            shippingMethods={shippingMethods}
            shippingMethod={shippingMethod}
            onShippingMethod={setMethod}
            draft={draft}
          />
        </div>
        <OrderSummary
          form={form}
          quote={quote.data}
          isStale={isStale}
          problem={quote.error ? errorMessage(quote.error) : undefined}
          hasDiscount={discount !== ''}
          handover={handover}
          payments={payments}
          payment={payment}
          hold={fields['hold'] ?? ''}
          draft={draft}
          onPayment={setPayment}
        />
      </div>
      {guard}
    </form>
  )
}

/** Enter in a text field must not place an order that is still typed. */
function keepOpen(event: KeyboardEvent<HTMLFormElement>) {
  const { key, ctrlKey, metaKey, target } = event
  if (key === 'Enter' && !ctrlKey && !metaKey && target instanceof HTMLInputElement) event.preventDefault()
}
