import type { ProductDetail } from '#contract/catalog/product.ts'
import { links } from '#contract/links.ts'
import { Icon } from '#web/ui/icon.tsx'

type Row = ProductDetail['details'][number]

/** The specifications under their headings, and the other details with those that have none. Phones show only the first group unfolded. */
export function Specifications({
  specifications,
  details,
}: Pick<ProductDetail, 'specifications' | 'details'>) {
  const listed = [...specifications, ...details.map((detail) => ({ ...detail, heading: '' }))]
  if (listed.length === 0) return <p className="text-quiet">No specifications yet.</p>
  const groups = [...Map.groupBy(listed, ({ heading }) => heading)]
  const [only] = groups
  if (groups.length === 1 && only) return <SpecificationTable caption="Specifications" rows={only[1]} />
  return (
    <div className="max-w-3xl border-t border-line">
      {groups.map(([heading, rows], index) => (
        <details
          key={heading}
          open
          ref={index > 0 ? foldOnPhones : undefined}
          className="group border-b border-line"
        >
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 font-medium [&::-webkit-details-marker]:hidden">
            {heading || 'More details'}
            <Icon name="down" className="size-5 group-open:rotate-180" />
          </summary>
          <SpecificationTable caption={heading || 'More details'} rows={rows} />
        </details>
      ))}
    </div>
  )
}

/** Folds a group once, when it appears. Without JavaScript all groups stay unfolded. */
function foldOnPhones(group: HTMLDetailsElement | null) {
  if (group && matchMedia('(width < 40rem)').matches) group.open = false
}

function SpecificationTable({ caption, rows }: { caption: string; rows: Row[] }) {
  return (
    <table className="mb-4 w-full max-w-3xl table-fixed text-left">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {rows.map(({ name, description, link, image }) => (
          <tr key={name} className="border-t border-line align-baseline">
            <th scope="row" className="w-2/5 py-3.5 pr-4 font-normal wrap-break-word text-quiet sm:w-1/3">
              {name}
            </th>
            <td className="py-3.5 wrap-break-word">
              {image ? (
                <img src={links.image(image)} alt={name} className="max-h-24 max-w-full" loading="lazy" />
              ) : link ? (
                <a
                  href={link}
                  className="underline underline-offset-4 hover:decoration-2"
                  rel={link.startsWith('/') ? undefined : 'noopener nofollow'}
                >
                  {description}
                </a>
              ) : (
                description
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
