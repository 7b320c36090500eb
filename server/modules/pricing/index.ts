export {
  computeCart,
  shippingFor,
  type CartRules,
  type CartTotals,
  type CouponRule,
  type LineShare,
  type PricedLine,
  type ShippingRule,
} from './cart.ts'
export { gstParts } from './gst-parts.ts'
export { formatAmount, formatMoney, minorDigits, offerPrice, toMajor, toMinor } from './money.ts'
export { shareOfPieces } from './refund.ts'
export { shareOut } from './share-out.ts'
export { stepsOf, totalSteps, type Step, type StepWords } from './steps.ts'
