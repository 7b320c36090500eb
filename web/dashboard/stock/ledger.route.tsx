import { useState } from 'react'
import { useParams } from 'react-router'
import type { StockRow } from '#contract/stock.ts'
import { useLedger } from '../../data/admin-stock.ts'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'
import { editProduct } from '../products/places.ts'
import { LedgerTable } from './ledger-table.tsx'
import { stock } from './places.ts'
import { StockDialog, type StockTask } from './stock-dialog.tsx'
import { variantName } from './variant-name.ts'

const crumbs = [{ name: 'Stock', path: stock }]

/** Everything that came and went of one variant. */
export default function LedgerPage() {
  const { variantId = '' } = useParams()
  const id = /^\d{1,9}$/.test(variantId) ? Number(variantId) : 0
  const query = useLedger(id)
  const [task, setTask] = useState<StockTask>()
  const variant = query.data?.pages[0]?.variant
  if (query.error instanceof ApiError && query.error.status < 500 && query.error.status >= 400) {
    return (
      <DashboardPage title="Stock" crumbs={crumbs}>
        <EmptyState icon="parcel" title="There is no such variant" text="It may have been taken out of sale.">
          <LinkButton to={stock}>To all stock</LinkButton>
        </EmptyState>
      </DashboardPage>
    )
  }
  return (
    <DashboardPage
      title={variant ? variantName(variant) : 'Stock'}
      crumbs={crumbs}
      actions={
        variant && (
          <>
            <LinkButton to={editProduct(variant.productid)}>Product</LinkButton>
            <Button kind="secondary" onClick={() => setTask({ kind: 'correct', rows: [variant] })}>
              Correct
            </Button>
            <Button onClick={() => setTask({ kind: 'receive', rows: [variant] })}>Receive goods</Button>
          </>
        )
      }
    >
      <Loaded query={query} skeleton={<Skeleton className="h-[36rem]" />}>
        {({ pages }) => (
          <>
            {variant && <Figures variant={variant} />}
            <HistoryTabs label="About this stock" subject="stock" subjectId={id}>
              <LedgerTable movements={pages.flatMap(({ movements }) => movements)} />
              {query.hasNextPage && (
                <Button
                  kind="secondary"
                  className="mt-6"
                  aria-disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {query.isFetchingNextPage ? 'Loading…' : 'Show older'}
                </Button>
              )}
            </HistoryTabs>
          </>
        )}
      </Loaded>
      {task && <StockDialog task={task} onClose={() => setTask(undefined)} />}
    </DashboardPage>
  )
}

function Figures({ variant: { on_hand: onHand, reserved, available, sku } }: { variant: StockRow }) {
  const figures = [
    ['On hand', onHand],
    ['Reserved', reserved],
    ['Available', available],
    ['SKU', sku ?? '–'],
  ]
  return (
    <dl className="mb-6 flex flex-wrap gap-x-10 gap-y-3">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-quiet">{name}</dt>
          <dd className="font-display text-2xl tabular wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
