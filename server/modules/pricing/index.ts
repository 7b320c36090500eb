export {
  computeCart,
  shippingFor,
  type CartRules,
  type CartTotals,
  type CouponRule,
  type DeliveryTax,
  type ShippingRule,
  type TaxedItem,
  type TaxRules,
} from './cart.ts'
export {
  decimalsProblem,
  enteredToMinor,
  formatAmount,
  formatMoney,
  MAX_PRICE,
  offerPrice,
  percentOff,
  unitPrice,
  toMajor,
  toMinor,
} from './money.ts'
export { minorDigits } from '#server/platform/currency-digits.ts'
export { type TaxRounding } from './tax-rounding.ts'
export { refundShare } from './shares.ts'
export { lineSteps, totalSteps, type StepFormat } from './steps.ts'
