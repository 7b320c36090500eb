import { useState } from 'react'
import { Link } from 'react-router'
import type { ReportedComment } from '#contract/comments/comment-moderation.ts'
import { links } from '#contract/links.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useSelection } from '#web/ui/table/use-selection.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { RowButton } from '../list-page/row-button.tsx'
import {
  CommentFilters,
  commentFilterNames,
  commentKindLabels,
  commentStatusLabels,
} from './comment-filters.tsx'
import { CommentText } from './comment-text.tsx'
import { ReplyDialog } from './reply-dialog.tsx'
import { usePeopleExport } from '../list-page/use-people-export.ts'

type Status = 'visible' | 'hidden'

export default function Comments() {
  const peopleExport = usePeopleExport('comments')
  const shop = useShop()
  const table = useTableState({ search: 'Search comments', sort: 'urgent', filters: commentFilterNames })
  const query = useAdminList('GET admin/comments', table.query)
  const moderate = useAdminCall('PATCH admin/comments/:id')
  const moderateMany = useAdminCall('POST admin/comments/bulk')
  const { rows, selection, clear } = useSelection(query.data?.data, ({ id }) => id)
  const [replyingTo, setReplyingTo] = useState<ReportedComment>()
  const moderateSelected = (status: Status) =>
    moderateMany.mutate({ ids: rows.map(({ id }) => id), status }, { onSuccess: clear })

  const columns: Column<ReportedComment>[] = [
    { id: 'kind', name: 'Kind', cell: ({ kind }) => commentKindLabels[kind] },
    { id: 'comment', name: 'Text', wrap: true, cell: (comment) => <CommentText comment={comment} /> },
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
      name: 'Date',
      sort: ['newest', 'oldest'],
      cell: ({ created_at: at }) => formatDate(at, shop),
    },
    { id: 'status', name: 'Status', cell: ({ status }) => commentStatusLabels[status] },
    {
      id: 'actions',
      name: 'Actions',
      cell: (comment) => (
        <CommentActions
          comment={comment}
          onModerate={(status) => moderate.mutate({ id: comment.id, status })}
          onReply={() => setReplyingTo(comment)}
        />
      ),
    },
  ]
  return (
    <DashboardPage title="Comments">
      <p className="mb-6 max-w-[65ch] text-quiet">
        What customers write on products: comments, questions and answers, reported ones first. Approve to
        dismiss reports, hide to remove from the shop, or reply publicly.
      </p>
      <DataTable
        caption="Comments"
        {...peopleExport}
        columns={columns}
        table={table}
        query={query}
        rowKey={({ id }) => id}
        rowName={({ kind, user, productname }) => `${kind} by ${user} on ${productname}`}
        toolbar={<CommentFilters table={table} />}
        selection={selection}
        bulkActions={
          <>
            <Button kind="secondary" onClick={() => moderateSelected('hidden')}>
              Hide selected
            </Button>
            <Button kind="secondary" onClick={() => moderateSelected('visible')}>
              Approve selected
            </Button>
          </>
        }
        empty={
          <EmptyState
            title="No comments yet"
            text="Customer comments and questions on products appear here."
          />
        }
      />
      {replyingTo && <ReplyDialog comment={replyingTo} onClose={() => setReplyingTo(undefined)} />}
    </DashboardPage>
  )
}

interface CommentActionsProps {
  comment: ReportedComment
  onModerate(status: Status): void
  onReply(): void
}

function CommentActions({
  comment: { kind, user, status, reports, answer },
  onModerate,
  onReply,
}: CommentActionsProps) {
  return (
    <span className="flex flex-wrap gap-x-1">
      {(status !== 'visible' || reports.length > 0) && (
        <RowButton aria-label={`Approve ${kind} by ${user}`} onClick={() => onModerate('visible')}>
          Approve
        </RowButton>
      )}
      {status !== 'hidden' && (
        <RowButton aria-label={`Hide ${kind} by ${user}`} onClick={() => onModerate('hidden')}>
          Hide
        </RowButton>
      )}
      {kind !== 'answer' && (
        <RowButton aria-label={`${answer ? 'Edit reply' : 'Reply'} to ${user}`} onClick={onReply}>
          {answer ? 'Edit reply' : 'Reply'}
        </RowButton>
      )}
    </span>
  )
}
