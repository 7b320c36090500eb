import { stateName } from '#contract/orders/address/address-format.ts'
import { countryName } from '#contract/orders/address/country-names.ts'
import { addressFormats } from './address-formats.ts'

/** The parts of a postal address that a label has. */
export interface PrintedAddress {
  company?: string | undefined
  fullName: string
  line1: string
  line2: string
  city: string
  state: string
  pincode: string
  country: string
}

const ANY_FORMAT = '%N%n%O%n%A%n%C, %S %Z'

/**
 * The lines of a label in the order of the country, with its English name as the last line. An address in the script of its
 * country follows that script's order. Nothing that the address has is left out.
 */
export function addressLines(address: PrintedAddress): string[] {
  const { line1, line2, city, country } = address
  const format = addressFormats[country]
  const isLocal =
    format?.local !== undefined &&
    /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(line1 + city)
  const values = valuesOf(address, isLocal)
  const template = (isLocal ? format.local : format?.print) ?? ANY_FORMAT
  const lines = template
    .split('%n')
    .flatMap((line) => (line === '%A' ? [line1, line2] : printed(line, values)))
  const has = (text: string) => lines.some((line) => line.toLowerCase().includes(text.toLowerCase()))
  const others = [city, values['S'] ?? '', address.pincode].filter((text) => text !== '' && !has(text))
  return [...lines, others.join(' '), countryName(country)].filter(Boolean)
}

/** The lines below the name and the company. */
export const placeLines = (address: PrintedAddress): string[] =>
  addressLines({ ...address, fullName: '', company: '' })

function valuesOf(
  { company = '', fullName, city, state, pincode, country }: PrintedAddress,
  isLocal: boolean,
): Record<string, string> {
  const name = stateName(country, state)
  // "Tokyo (東京都)": the code is what people of the country write. India's codes are known to few.
  const plain = /^[\p{ASCII}]*$/u.test(state) && country !== 'IN' ? state : (name.split(' (')[0] ?? name)
  return { N: fullName, O: company, C: city, S: isLocal ? state : plain, Z: pincode }
}

/** A line of a format with its values. Text before an empty value is left out with it: "MC-" before a missing code. */
function printed(line: string, values: Readonly<Record<string, string>>): string {
  const filled = line.replaceAll(/([^%]*)%([A-Z])/g, (_all, before: string, token: string) => {
    const value = values[token] ?? ''
    return value && before + value
  })
  return filled.replaceAll(/^[\s,–-]+|[\s,–-]+$/g, '')
}
