import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import type { SearchReportKind, SearchReportRow } from '#contract/search-report.ts'
import type { Column } from '../../ui/table/column.ts'
import { editProduct } from '../products/places.ts'
import { actionStyle } from '../shelves/row-actions.tsx'
import { newRule, newSynonym, rulePath } from './places.ts'

const linkStyle = 'wrap-anywhere underline-offset-4 hover:underline'

/** The columns of the report: what was searched for, how often, what came of it, and what can be done about it. */
export function reportColumns(kind: SearchReportKind): Column<SearchReportRow>[] {
  const text: Column<SearchReportRow> = {
    id: 'q',
    name: 'Search',
    sort: ['q', 'q_desc'],
    cell: ({ q }) => (
      <a href={links.search(q)} className={`font-medium ${linkStyle}`}>
        {q}
      </a>
    ),
  }
  const product: Column<SearchReportRow> = {
    id: 'product',
    name: 'Product',
    cell: (row) =>
      row.product && (
        <Link to={editProduct(row.product.id)} className={`line-clamp-2 ${linkStyle}`}>
          {row.product.name}
        </Link>
      ),
  }
  const counts: Column<SearchReportRow>[] = [
    {
      id: 'searches',
      name: 'Searches',
      align: 'end',
      sort: ['searches_desc', 'searches'],
      cell: ({ searches }) => searches,
    },
    {
      id: 'found',
      name: 'Found',
      align: 'end',
      sort: ['found_desc', 'found'],
      optional: true,
      cell: ({ found }) => found,
    },
    {
      id: 'clicks',
      name: 'Opened',
      align: 'end',
      sort: ['clicks_desc', 'clicks'],
      optional: true,
      cell: ({ clicks }) => clicks,
    },
  ]
  return [
    text,
    ...(kind === 'clicked' ? [product] : []),
    ...counts.filter(({ id }) => kind !== 'nothing' || id === 'searches'),
    {
      id: 'actions',
      name: 'Actions',
      cell: ({ q, ruleId }) => (
        <span className="flex flex-wrap gap-x-1">
          {kind !== 'clicked' && (
            <Link to={newSynonym(q)} aria-label={`Add a synonym for ${q}`} className={actionStyle}>
              Add a synonym
            </Link>
          )}
          {ruleId === null ? (
            <Link to={newRule(q)} aria-label={`Pin or hide results for ${q}`} className={actionStyle}>
              Pin or hide results
            </Link>
          ) : (
            <Link to={rulePath(ruleId)} aria-label={`Edit the rule for ${q}`} className={actionStyle}>
              Edit the rule
            </Link>
          )}
        </span>
      ),
    },
  ]
}
