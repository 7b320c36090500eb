import { Link } from 'react-router'
import type { AdminPageRow } from '#contract/admin-page.ts'
import { links } from '#contract/links.ts'
import { useAdminPages } from '../../data/admin-pages.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'

export default function Pages() {
  const shop = useShop()
  const table = useTableState({ sort: 'title' })
  const pages = useAdminPages(table.query)
  const columns: Column<AdminPageRow>[] = [
    {
      id: 'title',
      name: 'Title',
      sort: ['title', '-title'],
      cell: ({ id, title }) => (
        <Link
          to={`/dashboard/pages/${id}`}
          className="font-medium underline underline-offset-4 wrap-anywhere"
        >
          {title}
        </Link>
      ),
    },
    { id: 'address', name: 'Address', cell: ({ slug }) => links.page(slug) },
    {
      id: 'updated',
      name: 'Changed',
      sort: ['-updated', 'updated'],
      cell: (page) => momentOf(page.updated_at, shop),
    },
  ]
  const add = (
    <LinkButton kind="primary" to="/dashboard/pages/new">
      Add a page
    </LinkButton>
  )
  return (
    <DashboardPage title="Pages" actions={add}>
      <p className="mb-6 max-w-[65ch] text-quiet">
        Texts of the shop, such as delivery, returns and terms. The links in the footer are set under{' '}
        <Link to="/dashboard/settings/home" className="underline underline-offset-4">
          Home page
        </Link>
        .
      </p>
      <DataTable
        caption="Pages"
        columns={columns}
        table={table}
        query={pages}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        searchLabel="Search pages"
        empty={<EmptyState title="No pages yet" text="Write the first one: what delivery costs, perhaps." />}
      />
    </DashboardPage>
  )
}
