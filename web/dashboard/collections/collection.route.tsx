import { useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { collections, useRulePreview, useSpecificationValues } from '#web/data/admin/catalog/collections.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Refilled } from '#web/ui/form/refilled.tsx'
import { RecordTabs } from '../activity-log/record-tabs.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { MissingRecord } from '../record-form/missing-record.tsx'
import { CollectionForm } from './collection-form.tsx'
import { filterOf } from './rule-specifications.tsx'

const list = { name: 'Collections', path: dashboardLinks.collections() }

export default function CollectionPage() {
  const id = Number(useParams()['id'])
  const query = collections.useDetail(id)
  const rule = query.data?.data.rule ?? null
  const preview = useRulePreview(rule)
  const values = useSpecificationValues(filterOf(rule ?? {}))
  // The form appears together with its rule's preview and values, so that the page does not jump.
  const isWaiting = rule !== null && (preview.isPending || values.isPending)
  return (
    <DashboardPage title={query.data?.data.name ?? 'Collection'} crumbs={[list]}>
      <Loaded
        query={isWaiting ? { ...query, data: undefined } : query}
        skeleton={<Skeleton className="h-[36rem]" />}
        missing={<MissingRecord noun="collection" list={list} />}
      >
        {({ data: collection }) => (
          <RecordTabs label="About this collection" subject="collection" subjectId={id}>
            <Refilled version={collection.version}>
              <CollectionForm collection={collection} />
            </Refilled>
          </RecordTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}
