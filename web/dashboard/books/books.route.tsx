import { useState } from 'react'
import type { Books } from '#contract/books.ts'
import { useBooks, useCheckBooks } from '../../data/admin-books.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { RuleState } from './rule-state.tsx'

/** What must always add up, and whether it does. */
export default function BooksPage() {
  const query = useBooks()
  const check = useCheckBooks()
  const [asking, setAsking] = useState(false)
  const busy = asking || query.data?.underWay === true

  async function ask() {
    if (busy) return
    setAsking(true)
    try {
      await check()
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : 'The books could not be checked')
    } finally {
      setAsking(false)
    }
  }

  return (
    <DashboardPage
      title="Books"
      actions={
        // It stays where it is while it works, so that who has pressed it keeps the focus.
        <Button
          aria-disabled={busy}
          onClick={() => void ask()}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
        >
          Check now
        </Button>
      }
    >
      <p className="max-w-prose text-quiet">
        Each night at three, every order, payment and piece in stock is held against every other. What does
        not fit stands here, with what to do about it.
      </p>
      <Loaded query={query} skeleton={<Skeleton className="mt-6 h-[44rem]" />}>
        {(books) => (
          <>
            <p role="status" className="mt-4 mb-6 font-medium">
              {busy ? 'The books are being checked…' : <Outcome latest={books.latest} />}
            </p>
            <ul className="grid max-w-4xl gap-3">
              {books.rules.map((rule) => (
                <RuleState
                  key={rule.check}
                  name={rule.name}
                  found={books.latest?.exceptions.filter(({ check: broken }) => broken === rule.check)}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function Outcome({ latest }: Pick<Books, 'latest'>) {
  const shop = useShop()
  if (!latest?.finishedAt) return 'The books have not been checked yet.'
  const { length: count } = latest.exceptions
  const orders = `${latest.orders} ${latest.orders === 1 ? 'order' : 'orders'}`
  const when = momentOf(latest.finishedAt, shop)
  const found =
    count === 0 ? 'The books balance.' : `${count} ${count === 1 ? 'thing does' : 'things do'} not fit.`
  return (
    <>
      {found}{' '}
      <span className="font-normal text-quiet">
        Checked {when}, {orders} looked at.
      </span>
    </>
  )
}
