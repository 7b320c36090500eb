export {
  amendStoredAnswer,
  idempotentStatement,
  moveIdempotencyKeys,
  runIdempotent,
  runIdempotentOrConflict,
  type ClaimRow,
} from './idempotency-key.writes.ts'
