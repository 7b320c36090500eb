import type { ReportedComment } from '#contract/comment.ts'

/** Who said what, what was reported about it, and what the shop has answered. */
export function Said({ comment }: { comment: ReportedComment }) {
  const { user, rating, comment: words, reports, answer } = comment
  return (
    <div className="max-w-[60ch] min-w-48">
      <p className="font-medium wrap-anywhere">
        {user}
        {rating !== null && <span className="font-normal text-quiet"> · {rating} of 5</span>}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{words}</p>
      {reports.length > 0 && (
        <p className="mt-1 text-sm text-danger wrap-anywhere">
          Reported {reports.length === 1 ? 'once' : `${reports.length} times`}
          {reports.some(Boolean) && `: ${reports.filter(Boolean).join('; ')}`}
        </p>
      )}
      {answer && (
        <p className="mt-1 border-l-2 border-line pl-3 text-sm whitespace-pre-line wrap-anywhere">
          <span className="sr-only">Answer: </span>
          {answer.text}
        </p>
      )}
    </div>
  )
}
