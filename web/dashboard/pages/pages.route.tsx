import { Link } from 'react-router'
import type { AdminPageRow } from '#contract/content/admin-page.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import { pages } from '#web/data/admin/pages.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { RowLink } from '../list-page/row-link.tsx'

export default function Pages() {
  const shop = useShop()
  const table = useTableState({ search: 'Search pages', sort: 'title' })
  const query = pages.useList(table.query)
  const columns: Column<AdminPageRow>[] = [
    {
      id: 'title',
      name: 'Title',
      sort: ['title', '-title'],
      cell: ({ id, title }) => <RowLink to={dashboardLinks.page(id)}>{title}</RowLink>,
    },
    { id: 'url', name: 'URL', cell: ({ slug }) => links.page(slug) },
    {
      id: 'updated',
      name: 'Last updated',
      sort: ['-updated', 'updated'],
      cell: (page) => formatDateTime(page.updated_at, shop),
    },
  ]
  const add = (
    <LinkButton kind="primary" href={dashboardLinks.page('new')}>
      Add page
    </LinkButton>
  )
  return (
    <DashboardPage title="Pages" actions={add}>
      <p className="mb-6 max-w-[65ch] text-quiet">
        Pages such as delivery, returns and terms. Edit the footer links under{' '}
        <Link to={dashboardLinks.settings('home')} className="underline underline-offset-4">
          Home page
        </Link>
        .
      </p>
      <DataTable
        caption="Pages"
        exportUrl={dashboardLinks.listExport('pages')}
        columns={columns}
        table={table}
        query={query}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        empty={<EmptyState title="No pages yet" text="Start with your delivery information." />}
      />
    </DashboardPage>
  )
}
