import { getAudit, getAuditFilters, undoAudit } from '#contract/audit/audit.ts'
import type { Permission } from '#contract/endpoint.ts'
import { callerOf, notAllowed } from '#server/http/session/audience.ts'
import { personalRoute, type Route } from '#server/http/route.ts'
import { asStaff } from './as-staff.ts'
import { describeEntries } from './entry.ts'
import { listActors, listEntries } from './audit.queries.ts'
import { undoEntries } from './undo.writes.ts'
import type { AuditSubject } from './audit-subject.ts'

/** The routes of the audit log for the nouns of all modules. */
export function auditRoutes(auditSubjects: readonly AuditSubject[]): Route[] {
  const subjectsByName = new Map(auditSubjects.map((subject) => [subject.subject, subject]))
  /** The nouns visible with these permissions; undefined means all. */
  const visibleNouns = (allowed: readonly Permission[]) =>
    allowed.includes('staff')
      ? undefined
      : auditSubjects.filter(({ permission }) => allowed.includes(permission)).map(({ subject }) => subject)

  return [
    personalRoute(getAudit, async ({ subject, ...filter }, context) => {
      const { db, shop } = context
      const { permissions: allowed } = callerOf(context)
      const visible = visibleNouns(allowed)
      const chosen = subject === undefined ? undefined : [...new Set(subject.split(','))]
      if (chosen && visible && !chosen.every((noun) => visible.includes(noun))) throw notAllowed()
      const { timeZone, shopId } = shop
      const found = { ...filter, subjects: chosen ?? visible, timeZone }
      const { rows, ...counted } = await listEntries(db, shopId, found)
      return {
        data: await describeEntries(db, { shop, subjects: subjectsByName, allowed }, rows),
        ...counted,
      }
    }),

    personalRoute(getAuditFilters, async (_input, context) => {
      const subjects = visibleNouns(callerOf(context).permissions)
      const visible = auditSubjects.filter(({ subject }) => subjects?.includes(subject) ?? true)
      const nouns = visible.map(({ subject, noun }) => ({ subject, noun }))
      return {
        data: {
          actors: await listActors(context.db, context.shop.shopId),
          subjects: nouns.toSorted((a, b) => (a.noun < b.noun ? -1 : 1)),
        },
      }
    }),

    personalRoute(undoAudit, async (request, context) => {
      const { shop } = context
      const { permissions: allowed } = callerOf(context)
      const data = await asStaff(context, (tx, write) =>
        undoEntries(tx, write, request, { shop, subjects: subjectsByName, allowed }),
      )
      return { data, message: data.records === 1 ? 'Undone' : `${data.records} records restored` }
    }),
  ]
}
