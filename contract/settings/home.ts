import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, nothing, text, version } from '../fields.ts'
import { ownAddress } from '../own-address.ts'

/** The sections of the home page in order. */
export const homeSections = ['banners', 'categories', 'arrivals', 'products', 'good_to_know'] as const
export type HomeSection = (typeof homeSections)[number]

/** Which sections the home page shows. */
export const sectionsShown = z.strictObject({
  banners: flag,
  categories: flag,
  arrivals: flag,
  products: flag,
  good_to_know: flag,
} satisfies Record<HomeSection, z.ZodType>)
const targetMessage = 'Enter a shop path starting with / or a URL starting with https://'
/** The target of a footer link: a path of the shop, or an HTTPS URL. */
const target = text(500)
  .trim()
  .regex(/^(\/(?![/\\])|https:\/\/[^\s/])[^\s\\]*$/, targetMessage)
  .refine((address) => !address.startsWith('/') || ownAddress(address) !== undefined, targetMessage)

const footerLink = z.strictObject({
  name: text(60).trim().min(1, 'Enter a link name'),
  to: target,
})

/** The footer's groups of links. The group of categories is generated. */
export const footerGroups = z
  .array(
    z.strictObject({
      title: text(60).trim().min(1, 'Enter a group title'),
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
  summary: 'The visible sections of the home page and the footer links',
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
  summary: 'Tagline, home page sections and footer links, with their versions',
  input: nothing.strict(),
  answer: z.object({ data: homeSettings }),
})

export const updateTagline = endpoint({
  method: 'PUT',
  path: 'admin/home/tagline',
  audience: 'staff:content',
  summary: 'Changes the tagline in the footer and in search results',
  input: z.strictObject({ tagline, version: version.optional() }),
  answer: z.object({}),
})

export const updateSections = endpoint({
  method: 'PUT',
  path: 'admin/home/sections',
  audience: 'staff:content',
  summary: 'Shows or hides sections of the home page; absent ones stay as they are',
  input: sectionsShown.partial().extend({ version: version.optional() }),
  answer: z.object({}),
})

export const updateFooter = endpoint({
  method: 'PUT',
  path: 'admin/home/footer',
  audience: 'staff:content',
  summary: 'Replaces all footer groups',
  input: z.strictObject({ groups: footerGroups, version: version.optional() }),
  answer: z.object({}),
})
