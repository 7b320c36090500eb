import { useParams } from 'react-router'
import { useAdminPage } from '../../data/admin-pages.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { PageForm } from './page-form.tsx'
import { Refilled } from '../../ui/form/refilled.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'

const crumbs = [
  { name: 'Dashboard', path: '/dashboard' },
  { name: 'Pages', path: '/dashboard/pages' },
]

export default function EditPage() {
  const { id = '' } = useParams()
  const isNew = id === 'new'
  const page = useAdminPage(isNew ? 0 : Number(id))
  return (
    <DashboardPage title={isNew ? 'New page' : (page.data?.title ?? 'Page')} crumbs={crumbs}>
      {isNew ? (
        <PageForm key="new" page={undefined} />
      ) : (
        <Loaded query={page} skeleton={<Skeleton className="h-[40rem]" />}>
          {(loaded) => (
            <HistoryTabs label="About this page" subject="content_page" subjectId={loaded.id}>
              <Refilled version={loaded.version}>
                <PageForm page={loaded} />
              </Refilled>
            </HistoryTabs>
          )}
        </Loaded>
      )}
    </DashboardPage>
  )
}
