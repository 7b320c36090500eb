/** The zero of each script that people type digits in; the other nine follow it in Unicode. */
const zeros = Array.from('٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀០᠐')

/** The text with full-width signs and the digits of every script as ASCII: "１００－０００１" is "100-0001". */
export const asciiDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[^\P{Nd}\d]/gu, (digit) => {
      const zero = zeros.find((one) => digit >= one && digit <= String.fromCodePoint(codeOf(one) + 9))
      return zero === undefined ? digit : String(codeOf(digit) - codeOf(zero))
    })
    .replaceAll(/[\p{Pd}\u2212ー]/gu, '-')

const codeOf = (sign: string) => sign.codePointAt(0) ?? 0
