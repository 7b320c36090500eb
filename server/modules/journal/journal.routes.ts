import { getAudit, getAuditFilters, revertAudit } from '#contract/audit.ts'
import type { Permission } from '#contract/endpoint.ts'
import { callerOf, notAllowed } from '#server/http/caller.ts'
import { personalRoute, type Route } from '#server/http/route.ts'
import { asStaff } from './as-staff.ts'
import { describeEntries } from './entry.ts'
import { listActors, listEntries } from './journal.queries.ts'
import { revertEntries } from './revert.writes.ts'
import type { Revertible } from './revertible.ts'

/** The calls of the journal over what the modules know of their own nouns. */
export function journalRoutes(revertibles: readonly Revertible[]): Route[] {
  const known = new Map(revertibles.map((revertible) => [revertible.subject, revertible]))
  /** The nouns that one may see with these permissions; undefined where that is everything. */
  const seenWith = (allowed: readonly Permission[]) =>
    allowed.includes('staff')
      ? undefined
      : revertibles.filter(({ permission }) => allowed.includes(permission)).map(({ subject }) => subject)

  return [
    personalRoute(getAudit, async (filter, context) => {
      const { db, shop } = context
      const { permissions: allowed } = callerOf(context)
      const subjects = seenWith(allowed)
      if (filter.subject !== undefined && subjects?.includes(filter.subject) === false) throw notAllowed()
      const { timeZone, configId } = shop
      const scope = filter.subject === undefined ? { subjects } : {}
      const { rows, ...counted } = await listEntries(db, configId, { ...filter, ...scope, timeZone })
      return { data: await describeEntries(db, { shop, known, allowed }, rows), ...counted }
    }),

    personalRoute(getAuditFilters, async (_input, context) => {
      const subjects = seenWith(callerOf(context).permissions)
      const seen = revertibles.filter(({ subject }) => subjects?.includes(subject) ?? true)
      const nouns = seen.map(({ subject, noun }) => ({ subject, noun }))
      return {
        data: {
          actors: await listActors(context.db, context.shop.configId),
          subjects: nouns.toSorted((a, b) => (a.noun < b.noun ? -1 : 1)),
        },
      }
    }),

    personalRoute(revertAudit, async (reverting, context) => {
      const { shop } = context
      const { permissions: allowed } = callerOf(context)
      const data = await asStaff(context, (tx, write) =>
        revertEntries(tx, write, reverting, { shop, known, allowed }),
      )
      const records = data.records === 1 ? 'It is' : `${data.records} records are`
      return { data, message: `${records} as before` }
    }),
  ]
}
