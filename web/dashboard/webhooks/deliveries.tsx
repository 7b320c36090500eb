import { deliveryStates, type WebhookDelivery } from '#contract/webhooks/webhook.ts'
import { useWebhookChanges, useWebhookDeliveries } from '#web/data/admin/operations/webhooks.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TableFilter } from '#web/ui/table/table-filter.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { RowButton } from '../list-page/row-button.tsx'

const stateLabels = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const

/** The log of deliveries: what was sent, and what the receiver answered. */
export function Deliveries({ webhookId }: { webhookId: number }) {
  const table = useTableState({ filters: ['state'] })
  const query = useWebhookDeliveries(webhookId, table.query)
  return (
    <DataTable<WebhookDelivery>
      caption="Deliveries"
      columns={[
        ...columns,
        { id: 'again', name: 'Actions', cell: (row) => <Replay webhookId={webhookId} row={row} /> },
      ]}
      table={table}
      query={query}
      rowKey={({ id }) => id}
      rowName={({ kind, eventId }) => `${kind} ${eventId}`}
      empty={
        <EmptyState
          icon="bag"
          title="No deliveries yet"
          text="Press “Send test”, or wait for the next event."
        />
      }
      toolbar={
        <TableFilter
          table={table}
          name="state"
          className="w-44"
          label="Show"
          options={[['', 'All'], ...deliveryStates.map((state) => [state, stateLabels[state]] as const)]}
        />
      }
    />
  )
}

const columns: readonly Column<WebhookDelivery>[] = [
  {
    id: 'event',
    wrap: true,
    name: 'Event',
    cell: ({ kind, eventId, subject }) => (
      <div className="wrap-anywhere">
        <p className="font-medium">{kind || 'Deleted event'}</p>
        <p className="text-sm text-quiet">
          {eventId} · {subject}
        </p>
      </div>
    ),
  },
  { id: 'state', name: 'Status', wrap: true, cell: (row) => <State row={row} /> },
  { id: 'result', name: 'Request and answer', wrap: true, cell: (row) => <Exchange row={row} /> },
]

function State({ row: { state, attempts, nextAttemptAt, attemptedAt } }: { row: WebhookDelivery }) {
  const shop = useShop()
  return (
    <div>
      <p className={state === 'failed' ? 'font-medium text-danger' : ''}>{stateLabels[state]}</p>
      <p className="text-sm text-quiet">
        {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
        {attemptedAt && `, ${formatDateTime(attemptedAt, shop)}`}
        {nextAttemptAt && attempts > 0 && `. Next ${formatDateTime(nextAttemptAt, shop)}`}
      </p>
    </div>
  )
}

function Exchange({ row }: { row: WebhookDelivery }) {
  const { status, error, durationMs, url, request, answer } = row
  const result = error ?? (status === null ? 'Not sent yet' : `${status} in ${durationMs} ms`)
  return (
    <details className="max-w-md">
      <summary className="cursor-pointer py-1">{result}</summary>
      <p className="text-sm wrap-anywhere">POST {url}</p>
      {request && <pre className="mt-1 text-xs whitespace-pre-wrap wrap-anywhere">{request}</pre>}
      {answer && (
        <>
          <p className="mt-2 text-sm">Answer</p>
          <pre className="mt-1 text-xs whitespace-pre-wrap wrap-anywhere">{answer}</pre>
        </>
      )}
    </details>
  )
}

function Replay({ webhookId, row: { kind, eventId } }: { webhookId: number; row: WebhookDelivery }) {
  const { replay } = useWebhookChanges()
  if (kind === 'webhook.test' || kind === '') return null
  return (
    <RowButton
      aria-label={`Replay ${kind} ${eventId}`}
      onClick={() => replay.mutate({ id: webhookId, eventIds: [eventId] })}
    >
      Replay
    </RowButton>
  )
}
