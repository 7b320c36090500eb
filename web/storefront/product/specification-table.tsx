import type { ProductDetail } from '#contract/product.ts'

/** Names and descriptions, line by line. */
export function SpecificationTable({ specifications }: Pick<ProductDetail, 'specifications'>) {
  if (specifications.length === 0) return <p className="text-quiet">No specifications yet.</p>
  return (
    <table className="w-full max-w-3xl text-left">
      <caption className="sr-only">Specifications</caption>
      <tbody>
        {specifications.map(({ specificationid, name, description }) => (
          <tr key={specificationid} className="border-b border-line align-baseline first:border-t">
            <th scope="row" className="w-2/5 py-3.5 pr-4 font-normal text-quiet sm:w-1/3">
              {name}
            </th>
            <td className="py-3.5 wrap-anywhere">{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
