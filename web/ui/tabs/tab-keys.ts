/** The tab that a key selects, as the ARIA pattern describes it; undefined for other keys. Both ends meet. */
export function tabForKey<Tab>(key: string, tabs: readonly Tab[], index: number): Tab | undefined {
  const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1, ' ': index }[key]
  return next === undefined ? undefined : tabs.at(next % tabs.length)
}
