const small =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  )
const tens = ' - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ').slice(1)

/** A whole number in words with the Indian units: lakh is 100,000 and crore 10,000,000. */
function words(number: number): string {
  if (number < 20) return small[number] ?? ''
  if (number < 100) return joined(tens[Math.floor(number / 10) - 1] ?? '', number % 10)
  for (const [unit, name] of [
    [10_000_000, 'Crore'],
    [100_000, 'Lakh'],
    [1_000, 'Thousand'],
    [100, 'Hundred'],
  ] as const) {
    if (number >= unit) return joined(`${words(Math.floor(number / unit))} ${name}`, number % unit)
  }
  return ''
}

const joined = (head: string, rest: number) => (rest === 0 ? head : `${head} ${words(rest)}`)

/** An amount of paise as Indian invoices write it: `Rupees Nine Hundred Seventy Three and Ninety Eight Paise Only`. */
export function rupeesInWords(paise: number): string {
  const rest = paise % 100
  return `Rupees ${words(Math.floor(paise / 100))}${rest > 0 ? ` and ${words(rest)} Paise` : ''} Only`
}
