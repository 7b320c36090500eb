import type { HealthCheck } from '#contract/health/health.ts'
import type { CarrierServers } from '#server/platform/carriers/carrier-servers.ts'
import type { Replicas } from '#server/db/replicas/replicas.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import type { OnlinePayments } from '#server/platform/payments/online-payments.ts'
import type { PaymentServers } from '#server/platform/payments/payment-servers.ts'
import type { IsAllowed } from '#server/platform/remote/remote-address.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { VersionReader } from './cache/version-counter.ts'
import type { Limits } from './limits/rate-limit.ts'

/** What all requests of a process share beside the database. `app.ts` builds it once from the settings. */
export interface Services {
  limits: Limits
  /** Signs claims that the browser may read but not change. */
  sign(claims: Record<string, unknown>): string
  keyedHash: KeyedHash
  /** Uploaded images. */
  storage: Storage
  /** The origin that sends images if the shop redirects to it. */
  imageOrigin: string | undefined
  /** The folder of exported archives. */
  exportsFolder: string
  /** Where webhooks may lead, and profiles of platforms may be. */
  mayReach: IsAllowed
  /** The address of the installation, if it is set. */
  publicUrl: string | undefined
  /** False if email only collects in the outbox. */
  sendsEmail: boolean
  /** The providers of each shop that take payments on their own pages. */
  online: OnlinePayments
  paymentServers: PaymentServers
  carrierServers: CarrierServers
  /** Where and when the installation backs itself up, "03:00"; undefined if it makes no backups. */
  backups: { folder: string; nightlyAt: string | null } | undefined
  /** Checks what all shops of the installation share. */
  checkInstallation(): Promise<HealthCheck[]>
  /** Tells whether values derived from the catalog are still fresh. Without it handlers must not memoize. */
  catalogVersion?: Pick<VersionReader, 'current' | 'changedSince'>
  /** The read replicas of the database, if it has any. */
  replicas?: Replicas | undefined
}
