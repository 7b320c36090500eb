import { Counter, Gauge, type Registry } from 'prom-client'
import type { Replicas } from './replicas.ts'

/** Adds the read replicas, as this process sees them, to its metrics. */
export function registerReplicaMetrics(registry: Registry, stats: Replicas['stats']): void {
  const labelNames = ['replica'] as const
  const count = (name: string, help: string, read: (replica: ReturnType<typeof stats>[number]) => number) =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        for (const replica of stats()) this.inc({ replica: replica.name }, read(replica))
      },
    })
  count('replica_reads_total', 'Reads that a replica was chosen for', ({ reads }) => reads)
  count(
    'replica_failures_total',
    'Of these, reads that the primary had to repeat',
    ({ failures }) => failures,
  )
  new Gauge({
    name: 'replica_up',
    help: '1 while the replica answers',
    labelNames,
    aggregator: 'min',
    registers: [registry],
    collect() {
      for (const { name, isAnswering } of stats()) this.set({ replica: name }, Number(isAnswering))
    },
  })
}
