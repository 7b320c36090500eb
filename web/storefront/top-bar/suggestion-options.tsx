import { Children, useId, type ReactNode } from 'react'
import type { SuggestedProduct } from '#contract/search/suggestion.ts'
import { useShop } from '#web/data/shop.ts'
import { price } from '#web/lib/format/money.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { ProductImage } from '#web/ui/image.tsx'
import { addsTax } from '../adds-tax.ts'

/** A named group of suggestions; renders nothing if it is empty. */
export function OptionGroup({
  name,
  hidden = false,
  children,
}: {
  name: string
  /** Hides the name except from screen readers. */
  hidden?: boolean
  children: ReactNode
}) {
  const id = useId()
  if (Children.count(children) === 0) return null
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-2"
    >
      <p id={id} role="presentation" className={hidden ? 'sr-only' : 'px-2 pb-1 text-sm text-quiet'}>
        {name}
      </p>
      {children}
    </div>
  )
}

interface OptionProps {
  id: string
  /** Selected with the arrow keys. */
  selected: boolean
  onChoose(): void
}

function Option({ id, selected, onChoose, children }: OptionProps & { children: ReactNode }) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer items-center gap-4 rounded-xs p-2 hover:bg-ground aria-selected:bg-ground forced-colors:aria-selected:outline"
    >
      {children}
    </div>
  )
}

/** A suggested product with image and price. */
export function ProductOption({ product, ...option }: OptionProps & { product: SuggestedProduct }) {
  const shop = useShop()
  const { productname, saleprice, image, instock } = product
  return (
    <Option {...option}>
      {image && <ProductImage image={image} sizes="56px" alt="" className="size-14 shrink-0 rounded-xs" />}
      <span className="min-w-0 grow">
        <span className="line-clamp-2">{productname}</span>
        <span className="text-sm text-quiet tabular">
          from {price(saleprice, shop)}
          {addsTax(shop, product) && ` + ${shop.taxName}`}
          {!instock && ', sold out'}
        </span>
      </span>
    </Option>
  )
}

/** A suggested category. */
export const CategoryOption = ({ name, ...option }: OptionProps & { name: string }) => (
  <NamedOption {...option} icon="right" name={name} />
)

/** A recent search. */
export const SearchOption = ({ text, ...option }: OptionProps & { text: string }) => (
  <NamedOption {...option} icon="search" name={text} />
)

function NamedOption({ icon, name, ...option }: OptionProps & { icon: IconName; name: string }) {
  return (
    <Option {...option}>
      <Icon name={icon} className="size-5 shrink-0 text-quiet" />
      <span className="line-clamp-2 min-w-0 grow wrap-anywhere">{name}</span>
    </Option>
  )
}
