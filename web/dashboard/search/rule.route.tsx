import { useParams, useSearchParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { searchRules } from '#web/data/admin/search.ts'
import { RecordPage } from '../record-form/record-page.tsx'
import { RuleForm } from './rule-form.tsx'

const crumbs = [
  { name: 'Dashboard', path: dashboardLinks.overview() },
  { name: 'Search', path: dashboardLinks.searchReport() },
  { name: 'Pinned and hidden results', path: dashboardLinks.searchRules() },
]

export default function EditSearchRule() {
  const params = useParams()
  const [search] = useSearchParams()
  const id = params['id'] === 'new' ? undefined : Number(params['id'])
  const query = searchRules.useDetail(id ?? 0, id !== undefined)
  return (
    <RecordPage
      noun="rule"
      subject="search_rule"
      title={id === undefined ? 'New rule' : 'Rule'}
      titleOf={({ data }) => `Results for “${data.q}”`}
      crumbs={crumbs}
      id={id}
      query={query}
    >
      {(answer) => <RuleForm rule={answer?.data} q={(search.get('for') ?? '').slice(0, 200)} />}
    </RecordPage>
  )
}
