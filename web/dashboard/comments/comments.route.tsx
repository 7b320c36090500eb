import { useState } from 'react'
import { Link } from 'react-router'
import type { ReportedComment } from '#contract/people/comment.ts'
import { links } from '#contract/links.ts'
import { useAdminComments, useCommentChanges } from '../../data/admin/comments.ts'
import { useShop } from '../../data/shop.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableState } from '../../ui/table/use-table-state.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { RowButton } from '../list-page/row-button.tsx'
import { CommentFilters, commentStatusLabels } from './comment-filters.tsx'
import { ReplyDialog } from './reply-dialog.tsx'

type Status = 'visible' | 'hidden'

export default function Comments() {
  const shop = useShop()
  const table = useTableState({ sort: 'urgent', filters: ['status', 'reported', 'answered'] })
  const query = useAdminComments(table.query)
  const { moderate, moderateMany } = useCommentChanges()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [replyingTo, setReplyingTo] = useState<ReportedComment>()
  const moderateSelected = (status: Status) =>
    moderateMany.mutate({ ids: [...selected], status }, { onSuccess: () => setSelected(new Set()) })

  const columns: Column<ReportedComment>[] = [
    { id: 'comment', name: 'Comment', cell: (comment) => <CommentText comment={comment} /> },
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
        Customer comments, reported ones first. Approve to dismiss reports, hide to remove from the shop, or
        reply publicly.
      </p>
      <DataTable
        caption="Comments"
        columns={columns}
        table={table}
        query={query}
        rowKey={({ id }) => id}
        rowName={({ user, productname }) => `comment by ${user} on ${productname}`}
        searchLabel="Search comments"
        toolbar={<CommentFilters table={table} />}
        selection={{ selected, onChange: setSelected }}
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
        empty={<EmptyState title="No comments yet" text="Customer comments on products appear here." />}
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
  comment: { user, status, reports, answer },
  onModerate,
  onReply,
}: CommentActionsProps) {
  return (
    <span className="flex flex-wrap gap-x-1">
      {(status !== 'visible' || reports.length > 0) && (
        <RowButton aria-label={`Approve comment by ${user}`} onClick={() => onModerate('visible')}>
          Approve
        </RowButton>
      )}
      {status !== 'hidden' && (
        <RowButton aria-label={`Hide comment by ${user}`} onClick={() => onModerate('hidden')}>
          Hide
        </RowButton>
      )}
      <RowButton aria-label={`${answer ? 'Edit reply' : 'Reply'} to ${user}`} onClick={onReply}>
        {answer ? 'Edit reply' : 'Reply'}
      </RowButton>
    </span>
  )
}

/** The comment with its author, its reports and the shop's reply. */
function CommentText({ comment }: { comment: ReportedComment }) {
  const { user, rating, comment: text, reports, answer } = comment
  const reasons = reports.filter(Boolean)
  return (
    <div className="max-w-[60ch] min-w-48">
      <p className="font-medium wrap-anywhere">
        {user}
        {rating !== null && <span className="font-normal text-quiet"> · {rating} of 5</span>}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      {reports.length > 0 && (
        <p className="mt-1 text-sm text-danger wrap-anywhere">
          Reported {['', 'once', 'twice'][reports.length] ?? `${reports.length} times`}
          {reasons.length > 0 && `: ${reasons.join('; ')}`}
        </p>
      )}
      {answer && (
        <p className="mt-1 border-l-2 border-line pl-3 text-sm whitespace-pre-line wrap-anywhere">
          <span className="sr-only">Reply: </span>
          {answer.text}
        </p>
      )}
    </div>
  )
}
