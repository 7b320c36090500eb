import { useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { collections, useRulePreview, useSpecificationValues } from '#web/data/admin/catalog/collections.ts'
import { Refilled } from '#web/ui/form/refilled.tsx'
import { RecordTabs } from '../activity-log/record-tabs.tsx'
import { LoadedPage } from '../record-form/loaded-page.tsx'
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
    <LoadedPage
      noun="collection"
      title={query.data?.data.name ?? 'Collection'}
      crumbs={[list]}
      query={isWaiting ? { ...query, data: undefined } : query}
    >
      {({ data: collection }) => (
        <RecordTabs label="About this collection" subject="collection" subjectId={id}>
          <Refilled version={collection.version}>
            <CollectionForm collection={collection} />
          </Refilled>
        </RecordTabs>
      )}
    </LoadedPage>
  )
}
