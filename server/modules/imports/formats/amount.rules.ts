export type DecimalMark = '.' | ','

/** The decimal mark of a file, and whether its amounts leave no doubt: "1,499" alone may be one thousand or one. */
export interface FoundMark {
  mark: DecimalMark
  isSure: boolean
}

/** The decimal mark that most amounts end with: "4,50 €" has a comma. A point if nothing tells. */
export function recogniseDecimalMark(amounts: Iterable<string>): FoundMark {
  let [commas, points, doubtful] = [0, 0, 0]
  for (const amount of amounts) {
    const body = splitAmount(amount)?.body ?? ''
    const mark =
      /([.,])(?:\d{1,2}|\d{4,})$|^0?([.,])\d+$/.exec(body)?.slice(1).find(Boolean) ?? markBehindGroups(body)
    if (mark === ',') commas++
    else if (mark === '.') points++
    else if (isAmbiguous(body)) doubtful++
  }
  return { mark: commas > points ? ',' : '.', isSure: commas !== points || doubtful === 0 }
}

/** "1.499,500" has both marks, and "1.499.500" one of them twice. */
function markBehindGroups(body: string): string | undefined {
  const marks = body.match(/[.,]/g) ?? []
  if (marks.length < 2) return undefined
  const last = marks.at(-1)
  if (marks[0] !== last) return last
  return last === ',' ? '.' : ','
}

/** Digits with one mark before the last three: "1,499" or "1.499". */
const isAmbiguous = (body: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(body)

/** An amount as a file writes it. */
export interface Amount {
  value: number
  /** The currencies that its sign stands for, ISO 4217; undefined without a sign. */
  currencies?: ReadonlySet<string>
  /** `thousands`: it may have another value with the other decimal mark. `scientific`: a spreadsheet may have cut digits. */
  doubt?: 'thousands' | 'scientific'
}

/**
 * "Rs. 1,499.50", "1.499,50 €", "CHF 1’499.–", ".99", "12.50-" or "(12.50)". The other mark is taken where an amount has no
 * meaning with `mark`: "4,50" is always four and a half. Undefined for a text that is no single amount.
 */
export function parseAmount(text: string, mark: DecimalMark): Amount | undefined {
  const parts = splitAmount(text)
  if (!parts) return undefined
  const { body, isNegative, currencies } = parts
  const value = numberOf(body, mark) ?? numberOf(body, mark === '.' ? ',' : '.')
  if (value === undefined) return undefined
  return {
    value: isNegative && value > 0 ? -value : value,
    ...(currencies && { currencies }),
    ...(isAmbiguous(body) && { doubt: 'thousands' as const }),
    ...(/e/i.test(body) && { doubt: 'scientific' as const }),
  }
}

interface AmountParts {
  /** Digits and marks, without a sign: "1,499.50". */
  body: string
  isNegative: boolean
  currencies?: ReadonlySet<string>
}

const spaces = /\s+/gu
const minusSigns = /[-−–—]/gu

/** The digits of an amount, and what its surroundings say. Undefined if they are anything but a currency and one sign. */
function splitAmount(text: string): AmountParts | undefined {
  const plain = westernDigits(text).replaceAll(spaces, ' ').trim()
  const inner = /^\((.*)\)$/.exec(plain)?.[1]
  const [, before = '', body, after = ''] =
    /^(\D*?)((?:(?<!\p{L})[.,])?\d(?:[\d.,'’ ]*\d)?(?:e[+-]?\d{1,3})?)(\D*)$/iu.exec(inner ?? plain) ?? []
  if (body === undefined) return undefined
  // "12.–" and "12,-" have no cents.
  const rest = after.replace(/^[.,](?:[-−–—]{1,2}|$)/u, '')
  const minuses = [...before.matchAll(minusSigns), ...rest.matchAll(minusSigns)].length
  if (minuses > 1 || (minuses === 1 && inner !== undefined)) return undefined
  const signs = [before, rest].map((part) => part.replaceAll(minusSigns, '').replace('+', '').trim())
  const known = signs.filter(Boolean).map((sign) => currenciesOf(sign.toLowerCase()))
  const [first, second = first] = known
  const currencies = first && new Set([...first].filter((currency) => second?.has(currency)))
  if (known.includes(undefined) || currencies?.size === 0) return undefined
  return { body, isNegative: minuses === 1 || inner !== undefined, ...(currencies && { currencies }) }
}

/** Thousands are separated in one way: in threes, or as in India. */
const whole = {
  '.': /^(?:\d+|[1-9]\d{0,2}(?:([, '’])\d{3})(?:\1\d{3})*|[1-9]\d?(?:,\d{2})*,\d{3})$/,
  ',': /^(?:\d+|[1-9]\d{0,2}(?:([. '’])\d{3})(?:\1\d{3})*)$/,
}

function numberOf(body: string, mark: DecimalMark): number | undefined {
  const [, mantissa = body, exponent = ''] = /^(.*)(e[+-]?\d+)$/i.exec(body) ?? []
  const at = mantissa.lastIndexOf(mark)
  const [units, decimals] = at < 0 ? [mantissa, ''] : [mantissa.slice(0, at), mantissa.slice(at + 1)]
  if (!whole[mark].test(units || '0') || !/^\d*$/.test(decimals)) return undefined
  const value = Number(`${units.replaceAll(/\D/g, '') || '0'}.${decimals || '0'}${exponent}`)
  return Number.isFinite(value) ? value : undefined
}

/** Digits of other scripts and the Arabic marks in their Western form. */
function westernDigits(text: string): string {
  return text.replaceAll(
    /[^\x20-\x7f]/gu,
    (character) => (digits ??= digitsOfScripts()).get(character) ?? character,
  )
}

// Both tables take a tenth of a second, so they wait for the first import.
let digits: Map<string, string> | undefined
let currencySigns: Map<string, Set<string>> | undefined

const currenciesOf = (sign: string) => (currencySigns ??= signsOfCurrencies()).get(sign)

const digitsOfScripts = () =>
  new Map([
    ['٫', '.'],
    ['٬', ','],
    ...Intl.supportedValuesOf('numberingSystem').flatMap((system) => {
      const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false })
      return Array.from({ length: 10 }, (_, digit) => [format.format(digit), String(digit)] as const)
    }),
  ])

/** How people write currencies, beside the signs and codes that Unicode knows. */
const commonSigns: Readonly<Record<string, readonly string[]>> = {
  INR: ['rs', 'rs.', 're', 're.', '₹'],
  PKR: ['rs', 'rs.'],
  LKR: ['rs', 'rs.'],
  NPR: ['rs', 'rs.'],
  USD: ['us$', 'us $'],
  CHF: ['fr', 'fr.', 'sfr', 'sfr.'],
  SEK: ['kr.'],
  NOK: ['kr.'],
  DKK: ['kr.'],
  ISK: ['kr.'],
  RUB: ['руб', 'руб.', 'р', 'р.'],
  UAH: ['грн', 'грн.'],
  BGN: ['лв', 'лв.'],
  AED: ['dhs', 'dhs.', 'dh', 'dh.'],
  SAR: ['sr', 'ر.س'],
  CNY: ['元', 'rmb'],
  JPY: ['円', 'yen'],
  EUR: ['euro', 'eur.'],
  HUF: ['ft.'],
  ZAR: ['r'],
  IDR: ['rp', 'rp.'],
  MYR: ['rm'],
  BRL: ['r$'],
}

/** The currencies of each sign, in lower case: "kr" is Danish, Icelandic, Norwegian or Swedish. */
function signsOfCurrencies(): Map<string, Set<string>> {
  const signs = new Map<string, Set<string>>()
  for (const currency of Intl.supportedValuesOf('currency')) {
    const ofUnicode = (['symbol', 'narrowSymbol'] as const).map(
      (currencyDisplay) =>
        new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
          .formatToParts(0)
          .find(({ type }) => type === 'currency')?.value ?? currency,
    )
    for (const sign of [currency, ...ofUnicode, ...(commonSigns[currency] ?? [])]) {
      const key = sign.toLowerCase()
      signs.set(key, (signs.get(key) ?? new Set()).add(currency))
    }
  }
  return signs
}
