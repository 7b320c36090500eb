/**
 * The patterns of Code 128 (ISO/IEC 15417) by value, each as the widths of its bars and spaces: data, the start characters of
 * the sets A, B and C, and the stop character.
 */
const patterns = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221
  223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321
  112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131
  311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114
  122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
  214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`
  .trim()
  .split(/\s+/)

const TO_C = 99
const TO_B = 100
const START_B = 104
const START_C = 105
const STOP = 106

/** Whether Code 128 has every character of a text: printable ASCII. */
export const isEncodable = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)

/**
 * The widths of bars and spaces of a text, in modules and beginning with a bar. Digits are written in pairs where that is
 * shorter. Throws for a text that is not encodable.
 */
export function code128(text: string): number[] {
  if (!isEncodable(text)) throw new Error('Code 128 has only printable ASCII characters')
  const values: number[] = []
  // Four digits in a row make up for the change of the set.
  for (const [part] of text.matchAll(/(?:\d\d){2,}|(?:(?!\d{4}).)+/g)) {
    const isDigits = /^\d{4,}$/.test(part)
    const [start, change] = isDigits ? [START_C, TO_C] : [START_B, TO_B]
    values.push(values.length === 0 ? start : change)
    if (isDigits) values.push(...Array.from(part.matchAll(/\d\d/g), ([pair]) => Number(pair)))
    else values.push(...Array.from(part, (character) => character.charCodeAt(0) - 32))
  }
  const sum = values.reduce((total, value, place) => total + value * Math.max(1, place), 0)
  return [...values, sum % 103, STOP].flatMap((value) => Array.from(patterns[value] ?? '', Number))
}
