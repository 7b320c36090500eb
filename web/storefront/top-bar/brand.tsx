import { links } from '#contract/links.ts'
import { useShop } from '../../data/shop.ts'

/** The name of the shop or, where there is one, its logo. */
export function Brand() {
  const { name, logo } = useShop()
  if (!logo) return name
  return <img src={links.picture(logo)} alt={name} className="h-9 w-auto max-w-44 object-contain" />
}
