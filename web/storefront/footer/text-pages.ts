/** The pages of text by their groups, as the footer and the pages themselves list them. */
export const textPages = [
  {
    title: 'Help',
    pages: [
      { name: 'Shipping', slug: 'help/shipping' },
      { name: 'Returns', slug: 'help/returns' },
      { name: 'FAQ', slug: 'help/faq' },
      { name: 'Contact', slug: 'contact' },
    ],
  },
  {
    title: 'Company',
    pages: [
      { name: 'About us', slug: 'about' },
      { name: 'Careers', slug: 'careers' },
    ],
  },
  {
    title: 'Legal',
    pages: [
      { name: 'Privacy policy', slug: 'privacy-policy' },
      { name: 'Terms', slug: 'terms' },
    ],
  },
]
