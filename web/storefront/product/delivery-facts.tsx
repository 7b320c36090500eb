import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

/** Where it is said what delivery costs, how long it takes and how to send something back. */
export function DeliveryFacts() {
  return (
    <ul className="mt-10 border-t border-line">
      <Fact
        icon="parcel"
        to={links.page('help/shipping')}
        title="Delivery"
        text="What it costs and how long it takes"
      />
      <Fact
        icon="return"
        to={links.page('help/returns')}
        title="Returns"
        text="How long you can send it back, and how"
      />
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
        <Link
          to={to}
          className="font-medium underline-offset-4 group-hover:underline after:absolute after:inset-0"
        >
          {title}
        </Link>
        <span className="block text-sm text-quiet">{text}</span>
      </p>
      <Icon name="right" className="size-4 text-quiet" />
    </li>
  )
}
