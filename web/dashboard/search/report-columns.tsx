import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import type { SearchReportKind, SearchReportRow } from '#contract/search/search-report.ts'
import type { Column } from '#web/ui/table/column.ts'

import { actionStyle } from '../list-page/row-actions.tsx'

const linkStyle = 'wrap-anywhere underline-offset-4 hover:underline'

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
        <Link to={dashboardLinks.product(row.product.id)} className={`line-clamp-2 ${linkStyle}`}>
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
      name: 'Results',
      align: 'end',
      sort: ['found_desc', 'found'],
      optional: true,
      cell: ({ found }) => found,
    },
    {
      id: 'clicks',
      name: 'Clicks',
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
            <Link to={dashboardLinks.synonyms(q)} aria-label={`Add synonym for ${q}`} className={actionStyle}>
              Add synonym
            </Link>
          )}
          {ruleId === null ? (
            <Link
              to={dashboardLinks.newSearchRule(q)}
              aria-label={`Pin or hide results for ${q}`}
              className={actionStyle}
            >
              Pin or hide results
            </Link>
          ) : (
            <Link
              to={dashboardLinks.searchRule(ruleId)}
              aria-label={`Edit rule for ${q}`}
              className={actionStyle}
            >
              Edit rule
            </Link>
          )}
        </span>
      ),
    },
  ]
}
