import { links } from '#contract/links.ts'
import type { Checkout } from '#contract/orders/checkout.ts'
import type { PlacedOrder } from '#contract/orders/order.ts'
import type { Shop } from '#contract/shop/shop.ts'
import {
  clearDraft,
  readDraft,
  writeDraft,
  type OrderAttempt,
  type OrderInput,
} from '#web/data/checkout/checkout-draft.ts'
import { isOutcomeUnknown, nextAttempt, sendOrder } from '#web/data/checkout/send-order.ts'
import { currentVisitor } from '#web/data/visitor/visitor.ts'
import { tellOtherTabs } from '#web/data/visitor/cross-tab-sync.ts'
import { errorMessage, providerTimeout } from '#web/lib/api.ts'
import { openPage } from '#web/lib/browser/open-page.ts'
import { call } from '#web/lib/call.ts'
import {
  canPayByWallet,
  knownFields,
  sheetContent,
  walletOrder,
  type ExpressSource,
} from './express-order.ts'
import { placeOf } from './express-place-element.ts'
import { loadStripe, type ConfirmEvent, type Elements, type StripeJs } from './stripe-js.ts'

/** The buttons of a page. */
export interface ExpressButtons {
  /** From now on the buttons buy this. */
  buy(source: ExpressSource): void
}

type Destination = Pick<ExpressSource['query'], 'country' | 'state' | 'pincode' | 'shippingMethod'>

/** Shows the buttons of the wallets that the browser offers, once the place is near the window. Without one nothing appears. */
export function showButtons(element: HTMLElement, { stripeKey = '', ...shop }: Shop): ExpressButtons {
  const place = placeOf(element)
  let source: ExpressSource | undefined
  /** The latest quote. Undefined: there is nothing that a wallet can pay. */
  let quoting: Promise<Checkout | undefined> = Promise.resolve(undefined)
  let destination: Destination = {}
  let running: { stripe: StripeJs; elements: Elements } | undefined
  let starting: Promise<void> | undefined
  /** Whether the browser has a wallet; undefined: not known yet. */
  let isOffered: boolean | undefined
  let attempt: OrderAttempt | undefined

  /** Asks for the costs, which the sheet and the order then use. An answer that a later question has overtaken counts no more. */
  function quote(to: Destination): Promise<Checkout | undefined> {
    destination = to
    const input = { ...source?.query, ...present(to), paymentMethod: 'stripe' }
    const asked = call('GET checkout', input, { signal: providerTimeout() }).then(({ data }) => {
      if (!canPayByWallet(data) || !data.wallet) return undefined
      if (quoting === answered) running?.elements.update({ amount: data.wallet.amount })
      return data
    })
    const answered = asked.catch(() => undefined)
    quoting = answered
    return asked
  }

  /** Shows the buttons if the latest quote can be paid by a wallet. */
  async function refresh(): Promise<void> {
    await quote({})
    const found = await quoting
    if (found) starting ??= start(found)
    await starting
    if (isOffered !== undefined || !found) place.show(isOffered === true && found !== undefined)
  }

  async function start(first: Checkout): Promise<void> {
    const { wallet, countries } = first
    const stripe = await loadStripe(stripeKey)
    const elements = stripe.elements({
      mode: 'payment',
      amount: wallet?.amount,
      currency: shop.currency.toLowerCase(),
      allowedPaymentMethodTypes: ['card'],
      locale: shop.locale,
      ...(wallet?.isLater && { captureMethod: 'manual' }),
    })
    running = { stripe, elements }
    const buttons = elements.create('expressCheckout', {
      emailRequired: true,
      phoneNumberRequired: true,
      billingAddressRequired: true,
      shippingAddressRequired: true,
      allowedShippingCountries: countries,
      business: { name: shop.name },
      buttonHeight: 48,
      paymentMethods: { link: 'never', amazonPay: 'never', paypal: 'never', klarna: 'never' },
      ...sheetContent(first),
    })
    const offer = (isThere: boolean) => {
      isOffered = isThere
      place.show(isThere)
    }
    buttons.on('ready', ({ availablePaymentMethods }) => offer(availablePaymentMethods !== undefined))
    buttons.on('loaderror', () => offer(false))
    buttons.on('click', ({ resolve }) => {
      place.say('')
      destination = {}
      void quoting.then((found) => found && resolve(sheetContent(found)))
    })
    buttons.on('shippingaddresschange', ({ address, ...event }) => {
      const { country, state, postal_code: pincode } = address
      answer(event, quote({ country: country ?? '', state: state ?? '', pincode: pincode ?? '' }))
    })
    buttons.on('shippingratechange', ({ shippingRate, ...event }) =>
      answer(event, quote({ ...destination, shippingMethod: shippingRate.id })),
    )
    // Without the address that the sheet had.
    buttons.on('cancel', () => void quote({}).catch(() => {}))
    buttons.on('confirm', (event) => void confirm(event))
    buttons.mount(place.buttons)
  }

  /** Shows the costs in the sheet, or that the shop does not deliver there. */
  function answer(
    { resolve, reject }: { resolve(content: object): void; reject(): void },
    asked: Promise<Checkout | undefined>,
  ): void {
    asked.then(
      (found) =>
        found?.countries.includes(destination.country ?? '') ? resolve(sheetContent(found)) : reject(),
      reject,
    )
  }

  /** Places the order, then pays it. From the order on the shopper ends on its page, whatever happens. */
  async function confirm(event: ConfirmEvent): Promise<void> {
    const found = await quoting
    if (!running || !source || !found) return refuse(event, 'These items can’t be bought right now.')
    const { stripe, elements } = running
    const { error } = await elements.submit()
    if (error) return refuse(event, error.message ?? 'Your wallet could not be used.')
    const body = walletOrder(event, source, found)
    attempt = nextAttempt(attempt, body)
    let order: PlacedOrder
    try {
      order = await sendOrder(attempt)
    } catch (failure) {
      return refuse(event, refusal(failure), body)
    }
    const page = leaveFor(order)
    const { number, accessToken } = order
    const paid = await call('POST orders/:number/wallet-payment', { number, accessToken })
      .then(({ data: { clientSecret } }) =>
        stripe.confirmPayment({
          elements,
          clientSecret,
          confirmParams: { return_url: page('1') },
          redirect: 'if_required',
        }),
      )
      .catch((failure: unknown) => ({ error: { message: errorMessage(failure) } }))
    if (paid.error) event.paymentFailed({ reason: 'fail' })
    // The shop asks Stripe now, so the page of the order opens as it stays.
    else await call('POST orders/:number/refresh', { number, accessToken }).catch(() => {})
    await openPage(page(paid.error ? '0' : '1'), { replace: isCheckout() })
  }

  const isCheckout = () => location.pathname === links.checkout()

  /** The page of an order for a shopper who has paid or not, as after the page of the provider. */
  function leaveFor({ number, accessToken }: PlacedOrder): (paid: '0' | '1') => string {
    if (isCheckout()) clearDraft(shop.configId)
    if (!source?.order.items) tellOtherTabs(['cart', 'cart-summary', 'cart-saved', 'checkout'])
    // An account opens its orders without the token, which would stay in the history of a shared computer.
    const page = new URL(
      links.order(number, currentVisitor().session ? undefined : accessToken),
      location.origin,
    )
    return (paid) => {
      page.searchParams.set('paid', paid)
      return page.href
    }
  }

  /** Says why nothing was bought. The checkout continues with what the wallet knew. */
  function refuse(event: ConfirmEvent, message: string, body?: OrderInput): void {
    event.paymentFailed({ reason: 'fail' })
    // The price may have changed, so the next press shows the costs of now.
    quote({}).catch(() => {})
    if (!body) return place.say(message)
    place.say(message, source?.checkout ?? location.href, () => {
      const draft = readDraft(shop.configId, currentVisitor().session?.user.id ?? null)
      writeDraft(shop.configId, { ...draft, fields: { ...draft.fields, ...knownFields(body) } })
    })
  }

  const near = nearWindow(element)
  return {
    buy(next) {
      source = next
      void near.then(refresh).catch(() => place.show(false))
    },
  }
}

const refusal = (failure: unknown): string =>
  isOutcomeUnknown(failure)
    ? 'We couldn’t confirm your order. Press the button again. You won’t be charged twice.'
    : errorMessage(failure)

const present = (to: Destination): Destination =>
  Object.fromEntries(Object.entries(to).filter(([, value]) => value))

/** Resolves once an element is nearly in the window. */
const nearWindow = (element: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        resolve()
      },
      { rootMargin: '200px' },
    )
    watch.observe(element)
  })
