import { OutOfTimeError } from './budget.ts'

/** Whether the cause of an error is a database that is unreachable or too busy to answer in time. */
export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error instanceof OutOfTimeError ||
    ('code' in error && failureCodes.test(String(error.code))) ||
    ('syscall' in error && error.syscall === 'connect') ||
    failureMessages.test(error.message)
  )
}

/**
 * PostgreSQL and its poolers: connection lost, shutting down, out of resources, timeouts of statements, locks and idle transactions, deadlock,
 * system error; no primary, or no longer. Then errors of the network.
 */
const failureCodes =
  /^(08\w{3}|57P0[1-5]|25006|53\d00|57014|55P03|25P0[34]|40P01|58\d{3}|ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)UNREACH|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** Errors of `pg` without a code. */
const failureMessages =
  /^(Connection terminated|timeout exp|timeout exc|Query read timeout|Client (has enc|was closed))/
