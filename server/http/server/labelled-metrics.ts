import { Counter, Gauge, type Registry } from 'prom-client'

/** Metrics with a value for each item of a list. The label says which, by the name of the item. */
export function labelledMetrics<Item extends { name: string }>(
  registry: Registry,
  label: string,
  list: () => readonly Item[],
) {
  const common = { labelNames: [label], registers: [registry] }
  return {
    counter: (name: string, help: string, read: (item: Item) => number) =>
      new Counter({
        ...common,
        name,
        help,
        collect() {
          this.reset()
          for (const item of list()) this.inc({ [label]: item.name }, read(item))
        },
      }),
    /** `aggregator`: how the values of several processes become one. */
    gauge: (name: string, help: string, aggregator: 'min' | 'max', read: (item: Item) => number) =>
      new Gauge({
        ...common,
        name,
        help,
        aggregator,
        collect() {
          for (const item of list()) this.set({ [label]: item.name }, read(item))
        },
      }),
  }
}
