// The parts of Stripe's script that the shop uses: https://docs.stripe.com/js/element/express_checkout_element

interface WalletAddress {
  line1?: string | null
  line2?: string | null
  city?: string | null
  state?: string | null
  postal_code?: string | null
  country?: string | null
}

export interface LineItem {
  name: string
  /** In the units of Stripe. */
  amount: number
}

export interface ShippingRate extends Pick<LineItem, 'amount'> {
  id: string
  displayName: string
  deliveryEstimate?: string
}

/** What the sheet of a wallet shows. */
export interface SheetContent {
  lineItems: LineItem[]
  shippingRates: ShippingRate[]
}

interface Answerable {
  resolve(content: Partial<SheetContent>): void
  reject(): void
}

/** The shopper has agreed in the sheet of the wallet. */
export interface ConfirmEvent {
  billingDetails?: { name?: string; email?: string; phone?: string }
  shippingAddress?: { name?: string; address: WalletAddress }
  shippingRate?: { id: string }
  /** Closes the sheet with a hint. */
  paymentFailed(failure: { reason: 'fail' | 'invalid_shipping_address' }): void
}

interface Events {
  ready: { availablePaymentMethods?: Record<string, boolean> | undefined }
  loaderror: unknown
  /** The shopper has closed the sheet. */
  cancel: unknown
  click: Pick<Answerable, 'resolve'>
  /** The address lacks the street, and parts of the postal code. */
  shippingaddresschange: Answerable & { address: WalletAddress }
  shippingratechange: Answerable & { shippingRate: { id: string } }
  confirm: ConfirmEvent
}

interface ExpressElement {
  on<N extends keyof Events>(event: N, handler: (event: Events[N]) => void): void
  mount(place: HTMLElement): void
}

export interface Elements {
  create(type: 'expressCheckout', options: object): ExpressElement
  update(options: { amount: number }): void
  submit(): Promise<{ error?: { message?: string } }>
}

export interface StripeJs {
  elements(options: object): Elements
  confirmPayment(payment: {
    elements: Elements
    clientSecret: string
    confirmParams: { return_url: string }
    redirect: 'if_required'
  }): Promise<{ error?: { message?: string } }>
}

/** Of the release that the server's library speaks. Stripe wants it loaded from its own address. */
const scriptUrl = 'https://js.stripe.com/endive/stripe.js'

/** Loads the script of Stripe. Rejects if it does not load. */
export function loadStripe(key: string): Promise<StripeJs> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.onload = () => {
      const { Stripe } = window as { Stripe?: (key: string) => StripeJs }
      if (Stripe) resolve(Stripe(key))
      else reject(new Error('The script of Stripe has not started'))
    }
    script.onerror = () => reject(new Error('The script of Stripe did not load'))
    document.head.append(script)
  })
}
