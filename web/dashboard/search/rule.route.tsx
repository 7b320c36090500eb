import { useParams, useSearchParams } from 'react-router'
import { useSearchRule } from '../../data/admin-search.ts'
import { Refilled } from '../../ui/form/refilled.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'
import { rules, searchReport } from './places.ts'
import { RuleForm } from './rule-form.tsx'

const crumbs = [
  { name: 'Dashboard', path: '/dashboard' },
  { name: 'Search', path: searchReport },
  { name: 'Pinned and hidden results', path: rules },
]

/** What comes first and what is hidden for one search. */
export default function EditSearchRule() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const isNew = id === 'new'
  const query = useSearchRule(isNew ? 0 : Number(id))
  const q = (search.get('for') ?? '').slice(0, 200)
  const rule = query.data?.rule
  return (
    <DashboardPage title={isNew ? 'New rule' : rule ? `Results for “${rule.q}”` : 'Rule'} crumbs={crumbs}>
      <Loaded query={query} skeleton={<Skeleton className="h-[32rem]" />}>
        {() =>
          rule ? (
            <HistoryTabs label="About this rule" subject="search_rule" subjectId={rule.id}>
              <Refilled version={rule.version}>
                <RuleForm rule={rule} q={q} />
              </Refilled>
            </HistoryTabs>
          ) : (
            <RuleForm rule={undefined} q={q} />
          )
        }
      </Loaded>
    </DashboardPage>
  )
}
