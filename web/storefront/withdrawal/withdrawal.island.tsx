import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { useState } from 'react'
import { links } from '#contract/links.ts'
import { call } from '#web/lib/call.ts'
import { focusAfterWait, pageHeading } from '#web/lib/browser/focus.ts'
import { openPage } from '#web/lib/browser/open-page.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NarrowPage } from '../account/narrow-page.tsx'
import { OrderNumberFields } from '../find-order/order-number-fields.tsx'

interface Declaration {
  number: string
  email: string
}

/** Withdraws from an order in two steps, without signing in (article 11a of directive 2011/83/EU). */
export default function Withdrawal({
  answered,
}: {
  answered: RefusedForm | { declaration: Declaration } | undefined
}) {
  const posted = answered && 'declaration' in answered ? answered.declaration : undefined
  const [declaration, setDeclaration] = useState<Declaration | undefined>(posted)
  const form = useForm({
    schema: async () => (await import('#contract/orders/return.ts')).withdraw.input,
    refused: answered && 'message' in answered ? answered : undefined,
    fallback: 'We couldn’t send your withdrawal. Please try again.',
    read: ({ number, email }) => ({ number, email }),
    async submit({ number, email }) {
      if (declaration) {
        await call('POST withdrawals', { number, email })
        await openPage(links.withdrawal('done'), { replace: true })
      } else {
        setDeclaration({ number, email })
        focusAfterWait(null, pageHeading())
      }
    },
  })
  if (declaration) {
    return (
      <NarrowPage
        title="Confirm your withdrawal"
        intro={`You withdraw from order ${declaration.number}. We send the receipt to ${declaration.email}.`}
      >
        <Form key="confirm" form={form} action="Confirm withdrawal" busyAction="Sending…">
          <input type="hidden" name="step" value="confirm" />
          <input type="hidden" name="number" value={declaration.number} />
          <input type="hidden" name="email" value={declaration.email} />
        </Form>
        <p className="mt-6">
          <LinkButton href={links.withdrawal()}>Start again</LinkButton>
        </p>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      title="Withdraw from an order"
      intro="Enter the order number and the email address that you ordered with. You need no reason. To return only some items, open your order."
    >
      <Form key="declare" form={form} action="Continue" busyAction="One moment…">
        <OrderNumberFields form={form} />
      </Form>
    </NarrowPage>
  )
}
