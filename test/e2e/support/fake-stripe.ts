import type { Page } from 'playwright-core'
import type { StripeServer } from '#test/harness/services/stripe-server.ts'

/** A wallet of the browser, and the address that it has. */
export interface FakeWallet {
  email: string
  phone: string
  name: string
  address: Record<'line1' | 'line2' | 'city' | 'state' | 'postal_code' | 'country', string>
  /** The bank declines each payment. */
  declines?: boolean
}

interface ShownWindow {
  /** Undefined: the browser has none. */
  fakeWallet?: FakeWallet
  /** What the sheet of the wallet showed last. */
  sheet?: { amount: number; lineItems: object[]; shippingRates: object[] }
  /** Why the sheet closed without a payment. */
  failures?: string[]
  Stripe?: unknown
}

interface Content {
  lineItems?: { amount: number }[]
  shippingRates?: { id: string; amount: number }[]
}

/** The part of Stripe's script that shows the buttons of wallets. It runs in the page, so it uses nothing from here. */
function stripeScript(): void {
  const shown = window as ShownWindow
  shown.failures = []
  shown.Stripe = () => ({
    elements(options: {
      mode: string
      amount: number
      currency: string
      allowedPaymentMethodTypes: string[]
    }) {
      if (options.mode !== 'payment' || !/^[a-z]{3}$/.test(options.currency) || !(options.amount > 0))
        throw new Error('IntegrationError: mode, currency and amount')
      let { amount } = options
      let isSubmitted = false
      const show = ({ lineItems = [], shippingRates = [] }: Content) => {
        const sum = [...lineItems, ...shippingRates.slice(0, 1)].reduce((all, one) => all + one.amount, 0)
        if (sum > amount) throw new Error(`IntegrationError: the parts are ${sum} of ${amount}`)
        if (shippingRates.length === 0) throw new Error('IntegrationError: shippingRates are required')
        shown.sheet = { amount, lineItems, shippingRates }
        return shippingRates
      }
      return {
        amount: () => amount,
        isSubmitted: () => isSubmitted,
        update: (change: { amount: number }) => void (amount = change.amount),
        async submit() {
          isSubmitted = true
          return {}
        },
        create(_type: string, { allowedShippingCountries }: { allowedShippingCountries: string[] }) {
          const handlers: Record<string, (event: object) => void> = {}
          const ask = (name: string, event: object) =>
            new Promise<Content | undefined>((resolve, reject) => {
              setTimeout(() => reject(new Error(`IntegrationError: ${name} was not answered in time`)), 5000)
              handlers[name]?.({ ...event, resolve, reject: () => resolve(undefined) })
            })
          async function press() {
            const wallet = shown.fakeWallet!
            const { email, phone, name, address } = wallet
            show((await ask('click', { expressPaymentType: 'google_pay' }))!)
            const { line1: _line1, line2: _line2, ...partial } = address
            const answered = await ask('shippingaddresschange', { name, address: partial })
            if (!answered || !allowedShippingCountries.includes(address.country)) {
              shown.failures!.push('address')
              return
            }
            const [shippingRate] = show(answered)
            handlers['confirm']?.({
              expressPaymentType: 'google_pay',
              billingDetails: { name, email, phone, address },
              shippingAddress: { name, address },
              shippingRate,
              paymentFailed: ({ reason }: { reason: string }) => shown.failures!.push(reason),
            })
          }
          return {
            on: (name: string, handler: (event: object) => void) => void (handlers[name] = handler),
            mount(place: HTMLElement) {
              setTimeout(() => {
                if (shown.fakeWallet) {
                  const button = document.createElement('button')
                  button.type = 'button'
                  button.textContent = 'Buy with Google Pay'
                  button.style.cssText =
                    'display:block;width:100%;height:48px;border-radius:4px;background:#000;color:#fff'
                  button.addEventListener('click', () => void press())
                  place.append(button)
                }
                handlers['ready']?.({
                  availablePaymentMethods: shown.fakeWallet
                    ? { googlePay: true, applePay: false }
                    : undefined,
                })
              }, 50)
            },
          }
        },
      }
    },
    async confirmPayment({
      elements,
      clientSecret,
    }: {
      elements: { amount(): number; isSubmitted(): boolean }
      clientSecret: string
    }) {
      if (!elements.isSubmitted()) throw new Error('IntegrationError: elements.submit() comes first')
      const [id] = clientSecret.split('_secret_')
      const body = new URLSearchParams({ client_secret: clientSecret, amount: String(elements.amount()) })
      const answer = await fetch(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body,
      })
      return (await answer.json()) as object
    },
  })
}

const scriptUrl = 'https://js.stripe.com/endive/stripe.js'

/** Serves a script in place of Stripe's, for a browser with this wallet; undefined: it has none. `isBlocked`: the script does not load. */
export async function fakeStripe(
  page: Page,
  stripe: StripeServer,
  wallet: FakeWallet | undefined,
  { isBlocked = false } = {},
) {
  await page.addInitScript((given) => {
    Object.assign(window, { fakeWallet: given })
    // This Chromium has no payments.
    if (!('PaymentRequest' in window)) Object.assign(window, { PaymentRequest: Object })
  }, wallet)
  // `page.route` would switch off the cache of the browser, and every page would load its fonts again.
  const browser = await page.context().newCDPSession(page)
  browser.on('Fetch.requestPaused', ({ requestId, request: { url, postData = '' } }) => {
    const isScript = url.startsWith(scriptUrl)
    if (isBlocked) return void browser.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
    const body = isScript ? `(${stripeScript.toString()})()` : JSON.stringify(confirm(postData))
    const responseHeaders = [
      { name: 'content-type', value: isScript ? 'text/javascript' : 'application/json' },
      { name: 'access-control-allow-origin', value: '*' },
    ]
    const answer = {
      requestId,
      responseCode: 200,
      responseHeaders,
      body: Buffer.from(body).toString('base64'),
    }
    void browser.send('Fetch.fulfillRequest', answer)
  })
  const patterns = [scriptUrl, 'https://api.stripe.com/v1/payment_intents/*/confirm']
  await browser.send('Fetch.enable', { patterns: patterns.map((urlPattern) => ({ urlPattern })) })

  function confirm(posted: string): object {
    const form = new URLSearchParams(posted)
    try {
      const secret = form.get('client_secret') ?? ''
      // Stripe compares the amount of the sheet with that of the payment.
      stripe.confirm(secret, wallet?.declines ? 'declined' : 'accepted', Number(form.get('amount')))
      return {}
    } catch (error) {
      return { error: { message: (error as Error).message } }
    }
  }
}

/** What the sheet of the wallet showed, and why it closed. */
export const sheetOf = (page: Page) =>
  page.evaluate(() => {
    const { sheet, failures } = window as unknown as ShownWindow
    return { sheet, failures }
  })
