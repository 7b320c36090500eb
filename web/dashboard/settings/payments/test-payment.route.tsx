import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { TestPayment } from '#contract/payment-accounts/test-payment.ts'
import { providerNames } from '#contract/payment-accounts/providers.ts'
import { useTestPayment } from '#web/data/admin/payment-accounts.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { money } from '#web/lib/format/money.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { Panel } from '#web/dashboard/panel.tsx'
import { providerGuides } from './provider-guides.ts'
import { WayBadge } from './way-state.tsx'

/** The steps of a test payment, ticked off as they happen. */
export default function TestPaymentPage() {
  const { id } = useParams()
  const query = useTestPayment(Number(id))
  return (
    <DashboardPage
      title="Test payment"
      crumbs={[{ name: 'Payments', path: dashboardLinks.settings('payment') }]}
    >
      <Loaded query={query} skeleton={<Skeleton className="h-80" />}>
        {(payment) => <Steps payment={payment} />}
      </Loaded>
    </DashboardPage>
  )
}

type StepState = 'done' | 'next' | 'later' | 'failed'

interface Step {
  title: string
  state: StepState
  at: string | null
  text?: ReactNode
}

function Steps({ payment }: { payment: TestPayment }) {
  const shop = useShop()
  const { provider, mode, amount, currency, status, problem, paymentUrl, isOver } = payment
  const name = providerNames[provider]
  const sum = money(amount, { locale: shop.locale, currency })
  const isWorking = isOver && status === 'paid' && problem === ''
  return (
    <div className="max-w-2xl">
      <Panel
        title={`${sum} with ${name}`}
        intro={
          mode === 'live'
            ? 'Real money, which the shop refunds by itself. It is not an order, and no stock is taken.'
            : 'No money moves. It is not an order, and no stock is taken.'
        }
      >
        <WayBadge state={mode} />
        {paymentUrl && (
          <div className="mt-4 grid gap-2">
            <p>
              {mode === 'test'
                ? providerGuides[provider].testing
                : 'Pay with your own card or account. Then come back to this page.'}
            </p>
            <LinkButton
              kind="primary"
              href={paymentUrl}
              target="_blank"
              rel="noopener"
              className="justify-self-start"
            >
              Open the page of {name}
            </LinkButton>
          </div>
        )}
        <ol className="mt-6 grid gap-4" aria-label="Steps">
          {stepsOf(payment, name).map((step) => (
            <StepRow key={step.title} step={step} />
          ))}
        </ol>
        <p role="status" className={`mt-6 ${problem ? 'text-danger' : 'text-success'}`}>
          {problem || (isWorking ? `${name} works: the shop hears of payments at once.` : '')}
        </p>
        <LinkButton href={dashboardLinks.settings('payment')} className="mt-4">
          Back to Payments
        </LinkButton>
      </Panel>
    </div>
  )
}

function stepsOf(payment: TestPayment, name: string): Step[] {
  const { openedAt, status, paidAt, webhookAt, refundedAt, mode, problem } = payment
  const isPaid = paidAt !== null
  return [
    { title: 'Payment page opened', state: 'done', at: openedAt },
    {
      title: 'Paid',
      state: isPaid ? 'done' : status === 'failed' ? 'failed' : 'next',
      at: paidAt,
      text: isPaid ? `${name} confirms it.` : 'The shop asks every few seconds.',
    },
    {
      title: 'Message arrived',
      state: webhookAt ? 'done' : isPaid ? (problem ? 'failed' : 'next') : 'later',
      at: webhookAt,
      text: webhookAt
        ? 'The webhook works.'
        : `${name} sends it to the webhook address of the shop, usually within seconds.`,
    },
    ...(mode === 'live'
      ? [
          {
            title: 'Refunded',
            state: refundedAt ? ('done' as const) : webhookAt ? ('next' as const) : ('later' as const),
            at: refundedAt,
          },
        ]
      : []),
  ]
}

const stateNames: Record<StepState, string> = {
  done: 'Done',
  next: 'Waiting',
  later: 'Not yet',
  failed: 'Failed',
}

function StepRow({ step: { title, state, at, text } }: { step: Step }) {
  const shop = useShop()
  const isDone = state === 'done'
  return (
    <li className="flex gap-3" aria-current={state === 'next' ? 'step' : undefined}>
      <span
        aria-hidden="true"
        className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border ${isDone ? 'border-success text-success' : state === 'failed' ? 'border-danger text-danger' : 'border-edge text-quiet'}`}
      >
        {isDone && <Icon name="check" className="size-4" />}
        {state === 'failed' && <Icon name="close" className="size-4" />}
      </span>
      <div className="min-w-0">
        <p className={state === 'later' ? 'text-quiet' : 'font-medium'}>
          {title} <span className="text-sm font-normal text-quiet">· {stateNames[state]}</span>
        </p>
        {text && <p className="text-sm text-quiet">{text}</p>}
        {at && <p className="text-sm text-quiet tabular">{formatDateTime(at, shop)}</p>}
      </div>
    </li>
  )
}
