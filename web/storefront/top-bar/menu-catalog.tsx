import { useQuery } from '@tanstack/react-query'
import { links } from '#contract/links.ts'
import { call } from '#web/lib/call.ts'
import { Icon } from '#web/ui/icon.tsx'

const help = [
  { name: 'Shipping', to: links.page('help/shipping') },
  { name: 'Returns', to: links.page('help/returns') },
  { name: 'FAQ', to: links.page('help/faq') },
  { name: 'Contact', to: links.page('contact') },
]

/** Folded lists of the menu: each category with its subcategories, the collections, and help. */
export function MenuCatalog() {
  const { data: groups = [] } = useMenuGroups()
  return (
    <div className="page-width mt-4 border-t border-white/15 pt-4 group-has-data-suggesting/menu:hidden">
      <details className="group/shop">
        <summary className={summaryStyle}>
          Shop all categories
          <Icon name="down" className="size-5 group-open/shop:rotate-180" />
        </summary>
        {groups.map((group) => (
          <details key={group.name} name="menu-group" className="group/part pl-4">
            <summary className={summaryStyle}>
              {group.name}
              <Icon name="down" className="size-5 group-open/part:rotate-180" />
            </summary>
            <MenuLinks links={group.links} />
          </details>
        ))}
      </details>
      <details className="group/help">
        <summary className={summaryStyle}>
          Help
          <Icon name="down" className="size-5 group-open/help:rotate-180" />
        </summary>
        <MenuLinks links={help} />
      </details>
    </div>
  )
}

const summaryStyle =
  'flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 text-lg [&::-webkit-details-marker]:hidden'

interface MenuLink {
  name: string
  to: string
}

function MenuLinks({ links: entries }: { links: MenuLink[] }) {
  return (
    <ul className="pb-2 pl-4">
      {entries.map(({ name, to }) => (
        <li key={to}>
          <a href={to} className="flex min-h-11 items-center text-quiet-on-deep hover:text-white">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The categories with links to their subcategories, then the collections. */
function useMenuGroups() {
  return useQuery({
    queryKey: ['menu'],
    queryFn: async ({ signal }) => {
      const [categories, subcategories, collections] = await Promise.all([
        call('GET productcategory/category', {}, { signal }),
        call('POST productSubcategory/getSubcategory', {}, { signal }),
        call('GET collections', {}, { signal }),
      ])
      const groups = categories.data.map(({ id, slug, productcategoryname: name }) => ({
        name,
        links: [
          { name: `All ${name}`, to: links.listing(slug) },
          ...subcategories.data
            .filter(({ parent_category_id: parent }) => parent === id)
            .map((child) => ({ name: child.subcategoryname, to: links.products(id, child.id) })),
        ],
      }))
      const featured = collections.data.map(({ name, slug }) => ({ name, to: links.listing(slug) }))
      return featured.length > 0 ? [...groups, { name: 'Collections', links: featured }] : groups
    },
  })
}
