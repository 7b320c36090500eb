import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, nothing, text, version } from './fields.ts'

/** The parts of the home page, in the order they stand there. */
export const homeSections = ['banners', 'categories', 'arrivals', 'products', 'good_to_know'] as const
export type HomeSection = (typeof homeSections)[number]

/** Which parts of the home page are shown. */
export const sectionsShown = z.strictObject({
  banners: flag,
  categories: flag,
  arrivals: flag,
  products: flag,
  good_to_know: flag,
} satisfies Record<HomeSection, z.ZodType>)
export type SectionsShown = z.output<typeof sectionsShown>

/** Where a link of the footer leads: to a page of the shop, or to another site over HTTPS. */
const target = text(500)
  .trim()
  .regex(
    /^(\/(?![/\\])|https:\/\/[^\s/])[^\s\\]*$/,
    'A link begins with / for a page of this shop, or with https:// for another site',
  )

const footerLink = z.strictObject({
  name: text(60).trim().min(1, 'A link needs a name'),
  to: target,
})

/** Groups of links below every page, beside the one of the categories, which the shop makes itself. */
export const footerGroups = z
  .array(
    z.strictObject({
      title: text(60).trim().min(1, 'A group needs a title'),
      links: z.array(footerLink).max(20, 'At most 20 links in a group'),
    }),
  )
  .max(6, 'At most 6 groups')
export type FooterGroup = z.output<typeof footerGroups>[number]

const tagline = text(200).trim()

export const getStorefront = endpoint({
  method: 'GET',
  path: 'shop/storefront',
  audience: 'public',
  summary: 'Which parts the home page shows, and the links of the footer',
  input: nothing.strict(),
  answer: z.object({ data: z.object({ sections: sectionsShown, footer: footerGroups }) }),
  cache: {},
})

export const homeSettings = z.object({
  tagline: z.string(),
  sections: sectionsShown,
  footer: footerGroups,
  versions: z.object({
    tagline: z.number().int(),
    sections: z.number().int(),
    footer: z.number().int(),
  }),
})
export type HomeSettings = z.output<typeof homeSettings>

export const getHomeSettings = endpoint({
  method: 'GET',
  path: 'admin/home',
  audience: 'staff:content',
  summary: 'Tagline, parts of the home page and links of the footer, for editing',
  input: nothing.strict(),
  answer: z.object({ data: homeSettings }),
})

export const updateTagline = endpoint({
  method: 'PUT',
  path: 'admin/home/tagline',
  audience: 'staff:content',
  summary: 'Changes the sentence in the footer and in search results',
  input: z.strictObject({ tagline, version: version.optional() }),
  answer: z.object({}),
})

export const updateSections = endpoint({
  method: 'PUT',
  path: 'admin/home/sections',
  audience: 'staff:content',
  summary: 'Switches parts of the home page on or off; those that are not named stay as they are',
  input: sectionsShown.partial().extend({ version: version.optional() }),
  answer: z.object({}),
})

export const updateFooter = endpoint({
  method: 'PUT',
  path: 'admin/home/footer',
  audience: 'staff:content',
  summary: 'Sets the groups of links in the footer, all of them',
  input: z.strictObject({ groups: footerGroups, version: version.optional() }),
  answer: z.object({}),
})
