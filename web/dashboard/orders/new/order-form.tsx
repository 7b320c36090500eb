import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { manualOrderInput, type OrderDraft } from '#contract/orders/manual-order.ts'
import { useManualOrderChanges, useManualQuote } from '#web/data/admin/manual-orders.ts'
import { ApiError, errorMessage } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toasts.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { readFields } from '#web/ui/form/draft/draft-fields.ts'
import { RestoredNotice } from '#web/ui/form/draft/restored-notice.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useUnsavedGuard } from '#web/dashboard/record-form/use-unsaved-guard.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { DiscountFields } from './discount-fields.tsx'
import { ItemsPanel } from './items-panel.tsx'
import { itemsOf, orderRequest, quoteInput, type Fields, type OrderItem } from './order-input.ts'
import { OrderSummary } from './order-summary.tsx'

const DEBOUNCE_MS = 250

/** The form of an order of staff: what is ordered, for whom, and beside them what it costs now. */
export function OrderForm({ draft }: { draft: OrderDraft | undefined }) {
  const navigate = useNavigate()
  const { create, update, place } = useManualOrderChanges()
  const [items, setItems] = useState<readonly OrderItem[]>(() => itemsOf(draft))
  const [fields, setFields] = useState<Fields>({})
  const [chosenMethod, setMethod] = useState(draft?.request.shippingMethod ?? '')
  const [chosenPayment, setPayment] = useState(draft?.request.payment ?? '')
  /** The button of the submit. Ctrl+S has none and saves a draft. */
  const intent = useRef<'placed' | 'draft'>('draft')
  const [saved, setSaved] = useState('')

  const inputText = JSON.stringify(
    quoteInput({ 'shipping.country': draft?.request.shipping.country ?? '', ...fields }, items),
  )
  const quotedText = useDebounced(inputText, DEBOUNCE_MS)
  const quote = useManualQuote(JSON.parse(quotedText) as ReturnType<typeof quoteInput>)
  const { shippingMethods = [], payments = [] } = quote.data ?? {}
  const isOffered =
    (id: string) =>
    ({ id: offered }: { id: string }) =>
      offered === id
  const shippingMethod = (shippingMethods.find(isOffered(chosenMethod)) ?? shippingMethods[0])?.id ?? ''
  // Nobody has paid until somebody says so.
  const unpaid = payments.find(({ id }) => id !== 'paid')
  const payment = (payments.find(isOffered(chosenPayment)) ?? unpaid)?.id ?? ''
  const discount = (fields['discount'] ?? '').trim()
  const isStale = inputText !== quotedText || quote.isPlaceholderData || quote.isFetching

  const form = useForm({
    schema: manualOrderInput,
    read: (texts) => ({
      ...orderRequest({ ...texts, shippingMethod, payment }, items, draft),
      state: intent.current,
      // Staff read the shown total to the customer. A quote that is still loading is not shown yet.
      ...(intent.current === 'placed' &&
        quote.data &&
        !isStale && { expectedTotal: quote.data.totals.total }),
    }),
    draft: {
      name: `order ${draft?.number ?? 'new'}`,
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

  /** Saves the order and returns the address of its page. */
  async function send({ state, expectedTotal, ...request }: Parameters<typeof create.mutateAsync>[0]) {
    if (!draft) {
      const { data } = await create.mutateAsync({ ...request, state, expectedTotal })
      return data.serial === null ? dashboardLinks.orderDraft(data.number) : dashboardLinks.order(data.number)
    }
    const { number, version } = draft
    const { message } = await update.mutateAsync({ ...request, number, version })
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
    void navigate(saved, { replace: true })
  }, [saved, form.isDirty, navigate])

  const readForm = () => form.ref.current && setFields(readFields(form.ref.current))
  const readFirst = useEffectEvent(readForm)
  useLayoutEffect(() => void readFirst(), [])

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
            isNew={!draft}
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
            form={form}
            fields={fields}
            quote={quote.data}
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
          payment={payment}
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
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
