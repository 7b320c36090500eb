import type { Registry } from 'prom-client'
import type { Replicas } from '#server/db/replicas/replicas.ts'
import { labelledMetrics } from './labelled-metrics.ts'

/** Adds the read replicas, as this process sees them, to its metrics. */
export function registerReplicaMetrics(registry: Registry, stats: Replicas['stats']): void {
  const { counter, gauge } = labelledMetrics(registry, 'replica', stats)
  counter('replica_reads_total', 'Reads that a replica was chosen for', ({ reads }) => reads)
  counter(
    'replica_failures_total',
    'Of these, reads that the primary had to repeat',
    ({ failures }) => failures,
  )
  gauge('replica_up', '1 while the replica answers', 'min', ({ isAnswering }) => Number(isAnswering))
}
