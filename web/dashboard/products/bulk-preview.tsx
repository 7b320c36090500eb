import type { BulkResult } from '#contract/admin-product.ts'
import { useShop } from '../../data/shop.ts'
import { wordsOfChange } from './bulk-words.ts'

/** How each product will change, before it does. */
export function BulkPreview({ result }: { result: BulkResult }) {
  const shop = useShop()
  const { changed, unchanged, changes, more } = result
  return (
    <>
      <p role="status">
        {changed} {changed === 1 ? 'product changes' : 'products change'}
        {unchanged > 0 && `, ${unchanged} ${unchanged === 1 ? 'is' : 'are'} so already`}.
      </p>
      {changes.length > 0 && (
        <div
          role="region"
          aria-label="Changes"
          // What scrolls can be scrolled by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mt-4 max-h-[50vh] overflow-y-auto rounded-xs border border-line"
        >
          <ul>
            {changes.map(({ productid, productname, before, after }) => (
              <li key={productid} className="border-b border-line px-4 py-2 last:border-0">
                <p className="font-medium wrap-anywhere">{productname}</p>
                <ul>
                  {wordsOfChange(before, after, shop).map(({ name, was, becomes }) => (
                    <li key={name} className="text-sm tabular wrap-anywhere">
                      <span className="text-quiet">{name}: </span>
                      <s className="text-quiet">{was}</s>
                      <span aria-hidden="true"> → </span>
                      <span className="sr-only"> becomes </span>
                      {becomes}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      )}
      {more > 0 && <p className="mt-2 text-sm text-quiet">And {more} more.</p>}
    </>
  )
}
