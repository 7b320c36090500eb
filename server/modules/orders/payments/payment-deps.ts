import type { Services } from '#server/http/services.ts'

/** The dependencies of payments, in requests and in background jobs. */
export type PaymentDeps = Pick<Services, 'keyedHash' | 'online'>
