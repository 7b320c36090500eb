import { links } from '#contract/links.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'

/** Links to the delivery and return terms. */
export function DeliveryFacts() {
  return (
    <ul className="mt-10 border-t border-line">
      <Fact
        icon="package"
        to={links.page('help/shipping')}
        title="Delivery"
        text="Costs and delivery times"
      />
      <Fact icon="return" to={links.page('help/returns')} title="Returns" text="How to return an item" />
    </ul>
  )
}

interface FactProps {
  icon: IconName
  to: string
  title: string
  text: string
}

function Fact({ icon, to, title, text }: FactProps) {
  return (
    <li className="group relative flex items-center gap-4 border-b border-line py-4">
      <Icon name={icon} className="size-6 text-quiet" />
      <p className="grow">
        <a
          href={to}
          className="font-medium underline-offset-4 group-hover:underline after:absolute after:inset-0"
        >
          {title}
        </a>
        <span className="block text-sm text-quiet">{text}</span>
      </p>
      <Icon name="right" className="size-4 text-quiet" />
    </li>
  )
}
