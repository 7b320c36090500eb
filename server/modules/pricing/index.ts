export { computeCart, type CartTotals, type LineShare, type PricedLine, type ShippingRule } from './cart.ts'
export { minorDigits, offerPrice, toMajor, toMinor } from './money.ts'
