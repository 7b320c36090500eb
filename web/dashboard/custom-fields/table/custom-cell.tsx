import { Link } from 'react-router'
import type { CustomField, CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'
import type { CustomValue } from '#contract/custom-fields/custom-value.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import { useCategoryChoices } from '#web/data/admin/catalog/catalog-choices.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { exactMoney } from '#web/lib/format/money.ts'

interface CustomCellProps {
  subject: CustomFieldSubject
  /** The rows of the page, which one request reads for all cells. It is made once a cell is shown. */
  ids: string
  field: CustomField
  id: number
}

/** The value of a custom field in a table. */
export function CustomCell({ subject, ids, field, id }: CustomCellProps) {
  const { data, isError } = useAdminData('GET admin/custom-values', { subject, ids })
  if (!data) return <span className="text-quiet">{isError ? 'Not loaded' : ''}</span>
  const value = data.records.find((record) => record.id === id)?.values[field.key]
  return value === undefined ? '–' : <Value field={field} value={value} />
}

const linkStyle = 'wrap-anywhere underline underline-offset-4 hover:decoration-2'

function Value({ field: { kind, target, name }, value }: { field: CustomField; value: CustomValue }) {
  const shop = useShop()
  const text = String(value)
  switch (kind) {
    case 'number':
      return Number(value).toLocaleString(shop.locale, { maximumFractionDigits: 6 })
    case 'money':
      return exactMoney(Number(value), shop)
    case 'date':
      return <span className="whitespace-nowrap">{formatDate(text, { ...shop, timeZone: 'UTC' })}</span>
    case 'yes_no':
      return value === true ? 'Yes' : 'No'
    case 'link':
      return (
        <a href={text} target="_blank" rel="noreferrer" className={linkStyle}>
          {text.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
        </a>
      )
    case 'image':
      return (
        <img
          src={links.image(text)}
          alt={name}
          width={32}
          height={32}
          loading="lazy"
          className="size-8 rounded-xs bg-ground object-cover"
        />
      )
    case 'reference':
      return target === 'category' ? (
        <CategoryName id={Number(value)} />
      ) : (
        <Link to={dashboardLinks.product(Number(value))} className={linkStyle}>
          Product #{text}
        </Link>
      )
    case 'text':
    case 'choice':
      return <span className="wrap-anywhere">{text}</span>
  }
}

function CategoryName({ id }: { id: number }) {
  const { data: categories = [] } = useCategoryChoices()
  return categories.find((category) => category.id === id)?.productcategoryname ?? `Category #${id}`
}
