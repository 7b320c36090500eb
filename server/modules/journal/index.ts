export { asStaff } from './as-staff.ts'
export { record, type Actor, type WriteContext } from './journal.writes.ts'
export { findVersion, requireVersion } from './version.ts'
