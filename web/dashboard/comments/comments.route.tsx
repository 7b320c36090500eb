import { useState } from 'react'
import { Link } from 'react-router'
import type { ReportedComment } from '#contract/comment.ts'
import { links } from '#contract/links.ts'
import { useAdminComments, useModeration } from '../../data/admin-comments.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { useShop } from '../../data/shop.ts'
import { dayOf } from '../../lib/clock.ts'
import { showToast } from '../../lib/toasts.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { CommentFilters } from './comment-filters.tsx'
import { Said } from './said.tsx'

const statusWords = { visible: 'Shown', pending: 'Waits', hidden: 'Hidden' } as const

export default function Comments() {
  const shop = useShop()
  const table = useTableState({ sort: 'urgent', filters: ['status', 'reported', 'answered'] })
  const comments = useAdminComments(table.query)
  const { one, many } = useModeration()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [answering, setAnswering] = useState<ReportedComment>()
  const work = (change: Promise<void>) => change.catch((error: Error) => showToast('error', wordsOf(error)))
  const bulk = async (status: 'visible' | 'hidden') => {
    await work(many({ ids: [...selected], status }).then(() => setSelected(new Set())))
  }
  const columns: Column<ReportedComment>[] = [
    { id: 'comment', name: 'Comment', cell: (comment) => <Said comment={comment} /> },
    {
      id: 'product',
      name: 'Product',
      cell: ({ product_id: id, productname: name }) => (
        <Link to={links.product(id)} className="underline underline-offset-4">
          {name}
        </Link>
      ),
    },
    {
      id: 'at',
      name: 'Written',
      sort: ['newest', 'oldest'],
      cell: ({ created_at: at }) => dayOf(at, shop),
    },
    { id: 'status', name: 'Status', cell: ({ status }) => statusWords[status] },
    {
      id: 'actions',
      name: 'Actions',
      cell: (comment) => {
        const { id, user, status, reports, answer } = comment
        return (
          <div className="flex flex-wrap gap-x-3">
            {status !== 'visible' || reports.length > 0 ? (
              <Button
                kind="quiet"
                aria-label={`Approve the comment of ${user}`}
                onClick={() => void work(one({ id, status: 'visible' }))}
              >
                Approve
              </Button>
            ) : null}
            {status !== 'hidden' && (
              <Button
                kind="quiet"
                aria-label={`Hide the comment of ${user}`}
                onClick={() => void work(one({ id, status: 'hidden' }))}
              >
                Hide
              </Button>
            )}
            <Button
              kind="quiet"
              aria-label={`${answer ? 'Edit the answer to' : 'Answer'} ${user}`}
              onClick={() => setAnswering(comment)}
            >
              {answer ? 'Edit answer' : 'Answer'}
            </Button>
          </div>
        )
      },
    },
  ]
  return (
    <DashboardPage title="Comments">
      <p className="mb-6 max-w-[65ch] text-quiet">
        What shoppers say about products; those that were reported come first. Approving a comment settles
        what was reported, hiding takes it from the shop, and an answer stands below it under the name of the
        shop.
      </p>
      <DataTable
        caption="Comments"
        columns={columns}
        table={table}
        query={comments}
        rowKey={({ id }) => id}
        rowName={({ user, productname }) => `the comment of ${user} on ${productname}`}
        searchLabel="Search comments"
        toolbar={<CommentFilters table={table} />}
        selection={{ selected, onChange: setSelected }}
        bulkActions={
          <>
            <Button kind="secondary" onClick={() => void bulk('hidden')}>
              Hide selected
            </Button>
            <Button kind="secondary" onClick={() => void bulk('visible')}>
              Approve selected
            </Button>
          </>
        }
        empty={<EmptyState title="No comments yet" text="What shoppers say about products is listed here." />}
      />
      {answering && <AnswerDialog comment={answering} onClose={() => setAnswering(undefined)} />}
    </DashboardPage>
  )
}
