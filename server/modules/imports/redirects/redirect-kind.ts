import { redirectColumns, type RedirectColumnName } from '#contract/redirects/redirect-columns.ts'
import { redirectInput } from '#contract/redirects/redirect.ts'
import { AppError } from '#server/http/errors.ts'
import {
  createRedirect,
  findRedirects,
  updateRedirect,
  type Redirect,
} from '#server/modules/redirects/index.ts'
import { createCellReader } from '../formats/cell-reader.ts'
import { mapHeadings, type Format } from '../formats/format.ts'
import type { ImportedRow, ImportKind, RowPlan } from '../run/import-kind.ts'
import { listEntries, undoTogether } from '../run/undo-entries.ts'

/** A redirect as a file describes it. */
interface ImportedRedirect extends ImportedRow {
  from: string
  to: string
}

type RedirectFormat = Format<ImportedRedirect, RedirectColumnName>

/** Shopify writes the same two columns. Source: https://help.shopify.com/en/manual/online-store/menus-and-links/url-redirect */
const format: RedirectFormat = {
  format: 'haat',
  recognises: (headings) => headings.has('redirect from') && headings.has('redirect to'),
  mapping: (headings) =>
    mapHeadings(headings, {
      from: [redirectColumns.from.heading, 'From', 'Old path', 'Old URL', 'Source'],
      to: [redirectColumns.to.heading, 'To', 'New path', 'New URL', 'Target'],
    }),
  async *read(rows, settings) {
    const { text } = createCellReader(settings)
    for await (const row of rows()) {
      const found = redirectInput.safeParse({ from: text(row, 'from') ?? '', to: text(row, 'to') ?? '' })
      const given = { from: text(row, 'from') ?? '', to: text(row, 'to') ?? '' }
      const problems = found.success ? [] : [found.error.issues[0]?.message ?? 'These paths are not valid']
      yield { line: row.line, ...(found.success ? found.data : given), problems, notes: [] }
    }
  },
}

/** Redirects from old paths to new ones. */
export const redirectKind: ImportKind<ImportedRedirect, undefined> = {
  kind: 'redirects',
  formats: [{ ...format, format: 'shopify', recognises: () => false }, format],
  amountColumns: [],
  missingColumn: ({ from, to }) =>
    from === undefined
      ? { column: 'from', message: 'Choose the column with the old path' }
      : to === undefined
        ? { column: 'to', message: 'Choose the column with the new path' }
        : undefined,
  keysOf: ({ from }) => (from === '' ? [] : [`path ${from}`]),
  nameOf: ({ from }) => from || 'Empty row',
  load: () => Promise.resolve(undefined),
  async plan(db, { shopId }, rows) {
    const paths = rows.flatMap(({ from, to }) => [from, pathOf(to)])
    const stored = await findRedirects(db, shopId, paths)
    return rows.map((row) => planRedirect(row, stored))
  },
  async write(tx, pending, items) {
    const paths = items.flatMap(({ row }) => [row.from, pathOf(row.to)])
    const stored = await findRedirects(tx, pending.shopId, paths)
    const results = []
    for (const { position, row } of items) {
      const plan = planRedirect(row, stored)
      if (plan.outcome === 'refuse') throw new AppError(409, 'refused', plan.reason ?? 'Refused')
      const before = stored.get(row.from)
      if (before && plan.outcome === 'update') await updateRedirect(tx, pending, before.id, { to: row.to })
      const id = before?.id ?? (await createRedirect(tx, pending, row))
      results.push({ position, state: 'done' as const, recordId: String(id) })
    }
    return results
  },
  async undo(tx, pending, { recordId }, scope) {
    for (const { id } of await listEntries(tx, pending, ['redirect'], [recordId]))
      await undoTogether(tx, pending, [id], scope)
  },
  tables: ['redirect'],
}

const pathOf = (to: string) => to.replace(/[?#].*$/, '')

function planRedirect(
  { from, to, problems, notes }: ImportedRedirect,
  stored: ReadonlyMap<string, Redirect>,
): RowPlan {
  const next = stored.get(pathOf(to))
  const reason =
    problems[0] ??
    (pathOf(to) === from ? 'A redirect can’t lead to itself' : undefined) ??
    (next ? `${next.from} is redirected itself. Use ${next.to} instead` : undefined)
  if (reason !== undefined) return { outcome: 'refuse', reason, changes: [], warnings: [], notes }
  const before = stored.get(from)
  if (before?.to === to) return { outcome: 'unchanged', changes: [], warnings: [], notes }
  const changes = [{ field: 'Leads to', before: before?.to ?? '', after: to }]
  return { outcome: before ? 'update' : 'create', changes, warnings: [], notes }
}
