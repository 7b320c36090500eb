import { updateCash } from '#contract/settings/cash-settings.ts'
import { getStorefront } from '#contract/settings/home.ts'
import {
  getSettings,
  updateAgentSettings,
  updateCheckout,
  updateInvoice,
  updateNotifications,
  updatePayment,
  updatePaymentOrder,
  updateRetention,
  updateReturns,
  updateReviews,
  updateSearchSettings,
  updateShipping,
  updateTax,
} from '#contract/settings/settings.ts'
import { defaultNumberPattern, patternIssue } from '#contract/orders/document-number.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { enteredToMinor, toMajor } from '#server/modules/pricing/index.ts'
import { footerWithWithdrawal } from './footer.rules.ts'
import type { Group, Settings } from './groups.ts'
import { withAmounts, withCashAmounts, type CashAmounts, type ShippingAmounts } from './setting-amounts.ts'
import { findSettings, findSettingsToEdit, findTaxation } from './settings.queries.ts'
import { requireDepositPayable } from './deposit-setting.ts'
import { updateSettings } from './settings.writes.ts'
import { listProductNames, listStaff, requireStaff } from './staff.queries.ts'

export const settingsRoutes = [
  route(getStorefront, async (_input, { db, shop }) => {
    const [sections, footer, checkout] = await Promise.all([
      findSettings(db, shop, 'home'),
      findSettings(db, shop, 'footer'),
      findSettings(db, shop, 'checkout'),
    ])
    return { data: { sections, footer: footerWithWithdrawal(footer.groups, checkout.countries) } }
  }),

  personalRoute(getSettings, async (_input, { db, shop }) => {
    const [
      tax,
      shipping,
      payment,
      notifications,
      checkout,
      invoice,
      returns,
      retention,
      reviews,
      search,
      agents,
      staff,
    ] = await Promise.all([
      findSettingsToEdit(db, shop, 'tax'),
      findSettingsToEdit(db, shop, 'shipping'),
      findSettingsToEdit(db, shop, 'payment'),
      findSettingsToEdit(db, shop, 'notifications'),
      findSettingsToEdit(db, shop, 'checkout'),
      findSettingsToEdit(db, shop, 'invoice'),
      findSettingsToEdit(db, shop, 'returns'),
      findSettingsToEdit(db, shop, 'retention'),
      findSettingsToEdit(db, shop, 'reviews'),
      findSettingsToEdit(db, shop, 'search'),
      findSettingsToEdit(db, shop, 'agents'),
      listStaff(db, shop.shopId),
    ])
    return {
      data: {
        tax,
        shipping: { ...shipping, ...inMajor(shipping, shop.currency) },
        payment: { ...payment, ...cashInMajor(payment, shop.currency) },
        notifications,
        checkout,
        invoice,
        returns,
        retention,
        reviews,
        search,
        agents,
        staff,
        cashProducts: await listProductNames(db, shop.shopId, payment.cod_excluded_products),
      },
    }
  }),

  personalRoute(updateTax, async ({ version, ...tax }, context) => {
    await change(context, 'tax', tax, version)
    return { message: 'Tax settings saved' }
  }),

  personalRoute(updateShipping, async ({ version, ...shipping }, context) => {
    await change(context, 'shipping', { ...shipping, ...inMinor(shipping, context.shop.currency) }, version)
    return { message: 'Shipping settings saved' }
  }),

  personalRoute(updatePayment, async ({ version, ...payment }, context) => {
    if (payment.upi && !payment.upi_id) {
      const issue = { path: 'upi_id', message: 'Enter your UPI ID' }
      throw new AppError(400, 'upi_id_missing', issue.message, [issue])
    }
    await change(context, 'payment', { ...payment, ...cashInMinor(payment, context.shop.currency) }, version)
    return { message: 'Payment settings saved' }
  }),

  personalRoute(updateCash, async ({ version, ...cash }, context) => {
    const stored = { ...cash, ...cashInMinor(cash, context.shop.currency) }
    await requireDepositPayable(context, stored)
    await change(context, 'payment', stored, version)
    return { message: 'Cash on delivery saved' }
  }),

  personalRoute(updatePaymentOrder, async ({ order }, context) => {
    await change(context, 'payment', { order }, undefined)
    return { message: 'Order saved' }
  }),

  personalRoute(updateCheckout, async ({ version, ...checkout }, context) => {
    await change(context, 'checkout', checkout, version)
    return { message: 'Checkout settings saved' }
  }),

  personalRoute(updateInvoice, async ({ version, ...invoice }, context) => {
    await requireDistinctNumbers(context, invoice)
    await change(context, 'invoice', invoice, version)
    return { message: 'Invoice settings saved' }
  }),

  personalRoute(updateReturns, async ({ version, ...returns }, context) => {
    await change(context, 'returns', returns, version)
    return { message: 'Return settings saved' }
  }),

  personalRoute(updateRetention, async ({ version, ...retention }, context) => {
    await change(context, 'retention', retention, version)
    return { message: 'Data retention saved' }
  }),

  personalRoute(updateReviews, async ({ version, ...reviews }, context) => {
    await change(context, 'reviews', reviews, version)
    return { message: 'Comment requests saved' }
  }),

  personalRoute(updateSearchSettings, async ({ version, ...search }, context) => {
    await change(context, 'search', search, version)
    return { message: 'Search settings saved' }
  }),

  personalRoute(updateAgentSettings, async ({ version, ...agents }, context) => {
    await change(context, 'agents', agents, version)
    return { message: 'Agent settings saved' }
  }),

  personalRoute(updateNotifications, async ({ version, ...notifications }, context) => {
    await requireStaff(context.db, context.shop.shopId, notifications)
    await change(context, 'notifications', notifications, version)
    return { message: 'Notifications saved' }
  }),
]

/** AppError 400 for patterns that number invoices and credit notes alike, or too long for the country. */
async function requireDistinctNumbers(
  { db, shop }: PersonalContext,
  sent: Pick<Partial<Settings<'invoice'>>, 'invoice_pattern' | 'credit_note_pattern'>,
): Promise<void> {
  const { tax, invoice } = await findTaxation(db, shop)
  const { invoice_pattern: ofInvoice, credit_note_pattern: ofCreditNote } = { ...invoice, ...sent }
  const patterns = {
    invoice: ofInvoice ?? defaultNumberPattern('invoice', tax.country),
    credit_note: ofCreditNote ?? defaultNumberPattern('credit_note', tax.country),
  }
  const issue = patternIssue(patterns, tax.country)
  if (!issue) return
  const { kind, message } = issue
  throw new AppError(400, 'invalid_input', message, [{ path: `${kind}_pattern.prefix`, message }])
}

async function change<G extends Group>(
  context: PersonalContext,
  group: G,
  settings: Partial<Settings<G>>,
  version: number | undefined,
): Promise<void> {
  await asStaff(context, (tx, write) => updateSettings(tx, write, group, settings, version))
}

/** Converts the amounts of cash on delivery to major units, for the API. */
const cashInMajor = (settings: CashAmounts, currency: string) =>
  withCashAmounts(settings, (minor) => toMajor(minor, currency))

/** Converts the amounts of cash on delivery to minor units, for the database. */
const cashInMinor = (settings: CashAmounts, currency: string) =>
  withCashAmounts(settings, (major, path) => enteredToMinor(major, currency, path))

/** Converts the amounts of shipping settings to major units, for the API. */
const inMajor = (settings: ShippingAmounts, currency: string) =>
  withAmounts(settings, (minor) => toMajor(minor, currency))

/** Converts the amounts of shipping settings to minor units, for the database. */
const inMinor = (settings: ShippingAmounts, currency: string) =>
  withAmounts(settings, (major, path) => enteredToMinor(major, currency, path))
