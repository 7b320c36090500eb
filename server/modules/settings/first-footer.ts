import type { FooterGroup } from '#contract/home.ts'

/** The links of the footer until staff sets others: the pages of text that every shop begins with. */
export const firstFooter: FooterGroup[] = [
  {
    title: 'Help',
    links: [
      { name: 'Shipping', to: '/help/shipping' },
      { name: 'Returns', to: '/help/returns' },
      { name: 'FAQ', to: '/help/faq' },
      { name: 'Contact', to: '/contact' },
    ],
  },
  {
    title: 'Company',
    links: [
      { name: 'About us', to: '/about' },
      { name: 'Careers', to: '/careers' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { name: 'Privacy policy', to: '/privacy-policy' },
      { name: 'Terms', to: '/terms' },
    ],
  },
]
