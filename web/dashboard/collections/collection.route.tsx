import { useParams } from 'react-router'
import { useAdminCollection, useRulePreview, useSpecificationValues } from '../../data/admin-collections.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { CollectionForm } from './collection-form.tsx'
import { placeOf } from './rule-specifications.tsx'
import { Refilled } from '../../ui/form/refilled.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'

export default function CollectionPage() {
  const id = Number(useParams()['id'])
  const query = useAdminCollection(id)
  const rule = query.data?.rule ?? null
  const preview = useRulePreview(rule)
  const values = useSpecificationValues(placeOf(rule ?? {}))
  // What a rule is made of comes at once, so that nothing below it moves.
  const waits = rule !== null && (preview.isPending || values.isPending)
  return (
    <DashboardPage
      title={query.data?.name ?? 'Collection'}
      crumbs={[{ name: 'Collections', path: '/dashboard/collections' }]}
    >
      <Loaded
        query={waits ? { ...query, data: undefined } : query}
        skeleton={<Skeleton className="h-[36rem]" />}
      >
        {(collection) => (
          <HistoryTabs label="About this collection" subject="collection" subjectId={id}>
            <Refilled version={collection.version}>
              <CollectionForm collection={collection} />
            </Refilled>
          </HistoryTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}
