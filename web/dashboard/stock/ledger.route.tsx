import { useState } from 'react'
import { useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { StockRow } from '#contract/stock/stock.ts'
import { useLedger } from '#web/data/admin/catalog/stock.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { RecordTabs } from '../activity-log/record-tabs.tsx'
import { LoadedPage } from '../record-form/loaded-page.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { StockDialog, type StockTask } from './stock-dialog.tsx'
import { variantName } from './variant-name.ts'

const list = { name: 'Stock', path: dashboardLinks.stock() }

/** The stock history of one variant. */
export default function LedgerPage() {
  const { variantId = '' } = useParams()
  const id = /^\d{1,9}$/.test(variantId) ? Number(variantId) : 0
  const query = useLedger(id)
  const [task, setTask] = useState<StockTask>()
  const variant = query.data?.pages[0]?.variant
  return (
    <LoadedPage
      noun="variant"
      title={variant ? variantName(variant) : 'Stock'}
      crumbs={[list]}
      actions={
        variant && (
          <>
            <LinkButton href={dashboardLinks.product(variant.productid)}>View product</LinkButton>
            {variant.tracked && (
              <>
                <Button kind="secondary" onClick={() => setTask({ kind: 'correct', rows: [variant] })}>
                  Correct stock
                </Button>
                <Button onClick={() => setTask({ kind: 'receive', rows: [variant] })}>Receive goods</Button>
              </>
            )}
          </>
        )
      }
      query={query}
    >
      {({ pages }) => (
        <>
          {variant?.tracked && <Figures variant={variant} />}
          {variant && !variant.tracked && (
            <p className="mb-6 max-w-prose text-quiet">
              The stock of this variant is not counted. To count it, change “When sold out” in the product.
            </p>
          )}
          <RecordTabs label="About this stock" subject="stock" subjectId={id}>
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
          </RecordTabs>
          {task && <StockDialog task={task} onClose={() => setTask(undefined)} />}
        </>
      )}
    </LoadedPage>
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
