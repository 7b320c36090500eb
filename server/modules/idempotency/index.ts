export {
  amendStoredAnswer,
  claimOrRefuse,
  idempotentStatement,
  moveIdempotencyKeys,
  runIdempotent,
  type ClaimRow,
} from './idempotency-key.writes.ts'
export { runIdempotentCall } from './idempotent-call.ts'
export { runOnce } from './run-once.writes.ts'
