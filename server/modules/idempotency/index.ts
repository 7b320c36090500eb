export {
  amendStoredAnswer,
  idempotentStatement,
  moveIdempotencyKeys,
  runIdempotent,
  runIdempotentAsShopper,
  type ClaimRow,
} from './idempotency-key.writes.ts'
