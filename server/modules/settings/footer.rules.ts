import type { FooterGroup } from '#contract/settings/home.ts'
import { euCountries } from '#contract/orders/address/eu-countries.ts'
import { links } from '#contract/links.ts'

const MAX_LINKS = 20

/**
 * The footer, with the link to the withdrawal in its last group if the shop delivers to the EU. Consumers there must find it
 * on every page (article 11a of directive 2011/83/EU).
 */
export function footerWithWithdrawal(
  groups: readonly FooterGroup[],
  countries: readonly string[],
): FooterGroup[] {
  const link = { name: 'Withdraw from an order', to: links.withdrawal() }
  const last = groups.at(-1)
  if (!countries.some((country) => euCountries.has(country))) return [...groups]
  if (!last || last.links.length >= MAX_LINKS)
    return [...groups, { title: 'Withdrawal', links: [link] }].slice(-6)
  return [...groups.slice(0, -1), { ...last, links: [...last.links, link] }]
}
