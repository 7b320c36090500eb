import { unsubscribe } from '#contract/comments/review-request.ts'
import { links } from '#contract/links.ts'
import { usePageQuery } from '#web/data/page.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import UnsubscribeIsland from './unsubscribe.island.tsx'

const path = links.unsubscribe()
const doneUrl = `${path}?done=1`

export function action({ context }: ActionArgs) {
  return submitForm(context, unsubscribe, () => doneUrl)
}

export default function UnsubscribePage({ actionData }: PageProps<() => undefined, typeof action>) {
  const isDone = usePageQuery().has('done')
  return (
    <>
      <PageHead title={isDone ? 'No more requests' : 'Stop these emails'} path={path} noindex />
      <Island of={UnsubscribeIsland} props={{ refused: actionData }} />
    </>
  )
}
