import type { AgentCheckout } from '#contract/orders/agent-checkout.ts'
import { links } from '#contract/links.ts'
import { useShop } from '#web/data/shop.ts'
import { exactMoney } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { FormAlert } from '#web/ui/form/form-alert.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PreparedLine } from './prepared-line.tsx'

interface PreparedOrderProps {
  prepared: AgentCheckout
  /** Items in the visitor's own cart that stay beside these. */
  others: number
  /** Why the shop has refused to go on. */
  refusal: string
}

/** The items that an assistant has chosen, who they are for, and the button to go on. */
export function PreparedOrder({ prepared, others, refusal }: PreparedOrderProps) {
  const { kind, lines, unknown, recipient, fields, problem } = prepared
  const canContinue = lines.some(({ orderable }) => orderable > 0)
  const noun = kind === 'cart' ? 'cart' : 'order'
  return (
    <>
      {/* As many lines in any font, so that nothing moves when the font arrives. */}
      <h1 tabIndex={-1} className="max-w-[12em] font-display text-display text-balance lg:max-w-none">
        Your assistant has prepared this {noun}
      </h1>
      <p className="mt-3 max-w-2xl text-lg text-pretty text-quiet">
        {!canContinue
          ? 'These items are no longer available. Ask your assistant for others, or look around yourself.'
          : kind === 'cart'
            ? 'Check the items and continue. You can still change them in your cart.'
            : 'Check the items and continue. You can still change everything before you order.'}
      </p>
      <div className="mt-8 grid gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-12">
        <section aria-labelledby="prepared-items" className="min-w-0 rounded-xs bg-card p-5 sm:p-8">
          <h2 id="prepared-items" className="font-display text-2xl">
            Items
          </h2>
          <ul className="mt-3 divide-y divide-line">
            {lines.map((line) => (
              <PreparedLine key={line.variantid} line={line} />
            ))}
          </ul>
          {unknown > 0 && (
            <p className="mt-4 text-pretty text-warning">
              {unknown === 1
                ? 'One item that your assistant chose isn’t sold here.'
                : `${unknown} items that your assistant chose aren’t sold here.`}
            </p>
          )}
        </section>
        <div className="grid min-w-0 gap-6 rounded-xs bg-card p-5 sm:p-8 lg:p-6">
          {recipient.length > 0 && <Recipient lines={recipient} email={fields?.email ?? ''} />}
          {problem && (
            <p className="text-pretty text-warning">{problem} Enter another address at checkout.</p>
          )}
          {canContinue && <Total prepared={prepared} />}
          {others > 0 && canContinue && (
            <p className="rounded-xs bg-ground px-4 py-3 text-pretty">
              {others === 1
                ? 'Your cart already has 1 item. It stays in it and is ordered together.'
                : `Your cart already has ${others} items. They stay in it and are ordered together.`}
            </p>
          )}
          <FormAlert text={canContinue ? refusal : ''} />
          <div className="grid gap-3">
            {canContinue && (
              <form method="post">
                <Button type="submit" className="w-full">
                  {kind === 'cart' ? 'Continue to cart' : 'Continue to checkout'}
                </Button>
              </form>
            )}
            <LinkButton href={links.products()} kind={canContinue ? 'quiet' : 'primary'}>
              Keep shopping
            </LinkButton>
          </div>
        </div>
      </div>
    </>
  )
}

function Recipient({ lines, email }: { lines: readonly string[]; email: string }) {
  return (
    <section aria-labelledby="prepared-recipient" className="min-w-0 wrap-anywhere">
      <h2 id="prepared-recipient" className="font-display text-2xl">
        {lines.length > 1 ? 'Deliver to' : 'For'}
      </h2>
      <address className="mt-3 leading-relaxed text-quiet not-italic">
        {[...lines, email]
          .filter((text) => text !== '')
          .map((text, index) => (
            <span key={index} className="block">
              {text}
            </span>
          ))}
      </address>
    </section>
  )
}

function Total({ prepared: { total, fields } }: { prepared: AgentCheckout }) {
  const format = useShop()
  const coupon = fields?.coupon ?? ''
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-4 text-lg font-medium">
        <span>Items total</span>
        <span className="tabular">{exactMoney(total, format)}</span>
      </p>
      <p className="mt-1 text-sm text-pretty text-quiet wrap-anywhere">
        {coupon === ''
          ? 'You see delivery and taxes before you order.'
          : `You see delivery, taxes and coupon ${coupon} before you order.`}
      </p>
    </div>
  )
}
