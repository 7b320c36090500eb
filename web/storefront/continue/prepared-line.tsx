import type { AgentCheckout } from '#contract/orders/agent-checkout.ts'
import { links } from '#contract/links.ts'
import { useShop } from '#web/data/shop.ts'
import { exactMoney } from '#web/lib/format/money.ts'
import { ProductImage } from '#web/ui/image.tsx'

/** An item that an assistant has chosen, with what can be ordered of it. */
export function PreparedLine({ line }: { line: AgentCheckout['lines'][number] }) {
  const format = useShop()
  const { productid, productname, options, image, quantity, orderable, productprice, linetotal, problem } =
    line
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 py-4 sm:grid-cols-[5rem_minmax(0,1fr)_auto]">
      <div className="row-span-2 size-20 rounded-xs bg-ground sm:row-span-1">
        {image && <ProductImage image={image} sizes="80px" alt="" className="size-full rounded-xs" />}
      </div>
      <div className="min-w-0">
        <p className="leading-snug wrap-anywhere">
          <a href={links.product(productid)} className="underline-offset-4 hover:underline">
            {productname}
          </a>
        </p>
        {Object.entries(options).map(([option, value]) => (
          <p key={option} className="text-sm text-quiet wrap-anywhere">
            {option}: {value}
          </p>
        ))}
        <p className="mt-1 text-sm text-quiet tabular">
          {orderable || quantity} × {exactMoney(productprice, format)}
        </p>
        {problem && (
          <p className="mt-1.5 text-sm font-medium text-warning">
            {orderable > 0 ? `${problem}. Your assistant chose ${quantity}.` : problem}
          </p>
        )}
      </div>
      <p className="col-start-2 mt-1 font-medium tabular sm:col-start-3 sm:mt-0">
        {orderable > 0 ? exactMoney(linetotal, format) : '–'}
      </p>
    </li>
  )
}
