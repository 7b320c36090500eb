import { useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { pages } from '#web/data/admin/pages.ts'
import { RecordPage } from '../record-form/record-page.tsx'
import { PageForm } from './page-form.tsx'

const crumbs = [
  { name: 'Dashboard', path: dashboardLinks.overview() },
  { name: 'Pages', path: dashboardLinks.pages() },
]

export default function EditPage() {
  const params = useParams()
  const id = params['id'] === 'new' ? undefined : Number(params['id'])
  const query = pages.useDetail(id ?? 0, id !== undefined)
  return (
    <RecordPage
      noun="page"
      subject="content_page"
      title={id === undefined ? 'New page' : 'Page'}
      titleOf={({ data }) => data.title}
      crumbs={crumbs}
      id={id}
      query={query}
    >
      {(answer) => <PageForm page={answer?.data} />}
    </RecordPage>
  )
}
