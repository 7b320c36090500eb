import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { Icon } from '../../ui/icon.tsx'

const answers = [
  { icon: 'parcel', title: 'Delivery', text: 'What it costs and how long it takes', slug: 'help/shipping' },
  { icon: 'return', title: 'Returns', text: 'How to send something back', slug: 'help/returns' },
  { icon: 'letter', title: 'Questions', text: 'Write to us or give us a call', slug: 'contact' },
] as const

/** What shoppers want to know before they choose, each one step away. */
export function GoodToKnow() {
  return (
    <section aria-label="Good to know" className="page-width py-10 lg:py-14">
      <ul className="grid border-t border-line sm:grid-cols-3 sm:gap-x-6">
        {answers.map(({ icon, title, text, slug }) => (
          <li key={slug} className="border-b border-line sm:border-b-0">
            <Link to={links.page(slug)} className="group flex items-center gap-4 py-6">
              <Icon name={icon} className="size-7 text-quiet" />
              <span>
                <span className="block font-medium">{title}</span>
                <span className="text-quiet underline-offset-4 group-hover:underline">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
