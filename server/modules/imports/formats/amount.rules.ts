export type DecimalMark = '.' | ','

/** The decimal mark that most amounts end with: "4,50 €" has a comma. A point if nothing tells. */
export function recogniseDecimalMark(amounts: Iterable<string>): DecimalMark {
  let [commas, points] = [0, 0]
  for (const amount of amounts) {
    const mark = /([.,])\d{1,2}\D*$/.exec(amount)?.[1]
    if (mark === ',') commas++
    if (mark === '.') points++
  }
  return commas > points ? ',' : '.'
}

const grouped = {
  '.': /^-?\d{1,3}(?:(?:[, '’]\d{2,3})*[, '’]\d{3})?(?:\.\d+)?$|^-?\d+(?:\.\d+)?$/,
  ',': /^-?\d{1,3}(?:(?:[. '’]\d{2,3})*[. '’]\d{3})?(?:,\d+)?$|^-?\d+(?:,\d+)?$/,
}

/** "Rs. 1,499.50" as 1499.5; a currency before or after it is ignored. Undefined for a text that is no single amount. */
export function parseAmount(text: string, mark: DecimalMark): number | undefined {
  const [, found] = /^[^\d-]*(-?\d(?:[\d.,'’\s]*\d)?)\D*$/.exec(text) ?? []
  const plain = found?.replaceAll(/\s/g, ' ')
  if (plain === undefined || !grouped[mark].test(plain)) return undefined
  const digits = plain.replaceAll(mark === '.' ? /[, '’]/g : /[. '’]/g, '')
  return Number(digits.replace(',', '.'))
}
