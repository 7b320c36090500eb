import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { links } from '#contract/links.ts'
import type { SiteFile } from '#server/http/pages/site-files.ts'
import type { RequestContext } from '#server/http/route.ts'
import { drawIcon, fitsIcon, toIco } from '#server/platform/icons.ts'
import { findContact } from '../shop.queries.ts'

const readBag = (name: string) => readFileSync(join(import.meta.dirname, name))
/** The icon of a shop without a logo: with round corners, and for devices that cut the corners themselves. */
const rounded = readBag('bag-rounded.png')
const square = readBag('bag-square.png')

/** Devices cut a maskable icon to a circle of 80% of its side: https://www.w3.org/TR/appmanifest/#icon-masks */
const MASKED_SHARE = 0.72

const manifestIcons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

const png = (url: string, draw: (logo: Buffer | undefined) => Promise<Buffer>): SiteFile => ({
  url,
  contentType: 'image/png',
  render: async ({ context }) => draw(await findLogo(context)),
})
const onTab = (sizePx: number) => (logo?: Buffer) => drawIcon(logo ?? rounded, sizePx)
const onHomeScreen = (sizePx: number) => (logo?: Buffer) =>
  logo ? drawIcon(logo, sizePx, MASKED_SHARE) : drawIcon(square, sizePx)

/** The icons of the shop, made from its logo, and its web manifest. They change with the settings. */
export const brandFiles: readonly SiteFile[] = [
  {
    url: '/favicon.ico',
    contentType: 'image/x-icon',
    render: async ({ context }) => toIco(await onTab(48)(await findLogo(context)), 48),
  },
  png('/icon-192.png', onTab(192)),
  png('/icon-512.png', onTab(512)),
  png('/icon-maskable-512.png', onHomeScreen(512)),
  png('/apple-touch-icon.png', onHomeScreen(180)),
  {
    url: '/manifest.webmanifest',
    contentType: 'application/manifest+json',
    render: async ({ context: { shop } }) =>
      JSON.stringify({
        id: links.home(),
        start_url: links.home(),
        scope: links.home(),
        name: shop.name,
        short_name: shop.name,
        description: shop.tagline,
        lang: 'en',
        // With a way back, which the shop itself does not show.
        display: 'minimal-ui',
        theme_color: '#000000',
        background_color: '#faf9f7',
        icons: manifestIcons,
      }),
  },
]

/** The logo of the shop, if there is one that fits a square. */
async function findLogo({ db, shop, services: { storage } }: RequestContext): Promise<Buffer | undefined> {
  const { logo } = await findContact(db, shop.shopId)
  const image = logo === null ? undefined : await storage.get(logo)
  return image && (await fitsIcon(image)) ? image : undefined
}
