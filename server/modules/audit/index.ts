export { asStaff } from './as-staff.ts'
export { flag, lines, moment, money, named, percent, image, plain } from './field.ts'
export { auditRoutes } from './audit.routes.ts'
export { record, recordAll, type Actor, type WriteContext } from './audit.writes.ts'
export {
  undoWith,
  type AuditField,
  type AuditSubject,
  type UndoChange,
  type UndoRemoval,
} from './audit-subject.ts'
export { namesIn } from './names.queries.ts'
export { recordWrites } from './record-writes.ts'
export { findVersion, lockVersion, requireVersion } from './version.ts'
export { undoEntries } from './undo.writes.ts'
