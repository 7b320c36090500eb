import { useParams } from 'react-router'
import { useAdminCollection } from '../../data/admin-collections.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { HistoryPanel } from '../history/history-panel.tsx'
import { CollectionForm } from './collection-form.tsx'

export default function CollectionPage() {
  const id = Number(useParams()['id'])
  const query = useAdminCollection(id)
  return (
    <DashboardPage
      title={query.data?.name ?? 'Collection'}
      crumbs={[{ name: 'Collections', path: '/dashboard/collections' }]}
    >
      <Loaded query={query} skeleton={<Skeleton className="h-[36rem]" />}>
        {(collection) => <CollectionForm key={collection.version} collection={collection} />}
      </Loaded>
      <h2 className="mt-12 mb-4 font-display text-xl">History</h2>
      <HistoryPanel subject="collection" id={id} />
    </DashboardPage>
  )
}
