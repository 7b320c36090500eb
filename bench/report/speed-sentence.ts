import { countMet, type ParsedResults } from './results.ts'

const markers = /(<!-- speed -->).*?(<!-- end of speed -->)/s

/** The figures of the sentence. A row that is missing or has failed is left out. */
const clauses: [what: RegExp, say: (measured: string, products: string) => string][] = [
  [
    /^Home page, cached, of Fastify$/,
    (ratio) =>
      `sends ${ratio.replace('×', 'times')} as many cached home pages per second of processor time as a bare Fastify server`,
  ],
  [
    /^Product page, uncached, at (.*) products$/,
    (time, products) => `builds 95 of 100 product pages among ${products} products within ${time}`,
  ],
  [
    /^p95, search with facets, (.*) products$/,
    (time, products) => `answers 95 of 100 searches of ${products} products within ${time}`,
  ],
]

/** The README's sentence about speed, from the table of the results. */
export function speedSentence({ commit, machine, rows }: ParsedResults): string {
  const figures = clauses.flatMap(([pattern, say]) => {
    const row = rows.find(({ what, measured }) => pattern.test(what) && /^\d/.test(measured))
    return row ? say(row.measured, pattern.exec(row.what)?.[1] ?? '') : []
  })
  const [processors] = machine.split(', ')
  const parts = [...figures, `meets [${countMet(rows)} marks](bench/results.md)`]
  return `On ${processors}, the shop (commit \`${commit}\`) ${new Intl.ListFormat('en').format(parts)}.`
}

/** The sentence in a README, between its markers. Throws if there are none. */
export function readSpeedSentence(readme: string): string {
  const found = markers.exec(readme)
  if (!found) throw new Error('README.md has no markers for the sentence about speed')
  return found[0].slice(found[1]?.length, -(found[2]?.length ?? 0))
}

/** The README with another sentence. */
export function replaceSpeedSentence(readme: string, sentence: string): string {
  readSpeedSentence(readme)
  return readme.replace(markers, (_, start: string, end: string) => start + sentence + end)
}
