export { minorDigits, offerPrice, toMajor, toMinor } from './money.ts'
