import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fillPlaceholders, unknownPlaceholders } from '#contract/content/placeholders.ts'
import { collections, filterable, headings, imageFolder, readCatalog } from './catalog.ts'

const demo = await readCatalog()
const files = await readdir(imageFolder)
const usedImages = new Set([
  ...demo.categories.flatMap(({ image, subcategories }) => [image, ...subcategories.map((sub) => sub.image)]),
  ...demo.products.flatMap(({ images }) => images),
  ...demo.banners.map(({ image }) => image),
  ...collections.map(({ image }) => image),
])
const duplicates = <T>(values: T[]) => values.filter((value, i) => values.indexOf(value) !== i)

describe('images', () => {
  test('exist exactly if they are used', () => {
    expect([...usedImages].filter((image) => !files.includes(image))).toEqual([])
    expect(files.filter((file) => !usedImages.has(file))).toEqual([])
  })

  test('are small WebP files in the format of stored uploads', async () => {
    let bytes = 0
    for (const file of files) {
      expect(file).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.webp$/)
      const path = join(imageFolder, file)
      const { format, exif, width, height } = await sharp(await readFile(path)).metadata()
      expect({ file, format, exif, fits: width <= 1920 && height <= 1920 }).toEqual({
        file,
        format: 'webp',
        fits: true,
      })
      bytes += (await stat(path)).size
    }
    expect(bytes).toBeLessThan(9_000_000)
  })
})

test('has unique slugs and SKUs', () => {
  expect(duplicates(demo.categories.map(({ slug }) => slug))).toEqual([])
  expect(
    duplicates(demo.categories.flatMap(({ subcategories }) => subcategories.map(({ slug }) => slug))),
  ).toEqual([])
  expect(duplicates(demo.products.map(({ slug }) => slug))).toEqual([])
  expect(duplicates(demo.products.flatMap(({ variants = [] }) => variants.map(({ sku }) => sku)))).toEqual([])
  const listingSlugs = [
    ...demo.categories.map(({ slug }) => slug),
    ...collections.map(({ slug }) => slug as string),
    'sale',
  ]
  expect(duplicates(listingSlugs)).toEqual([])
})

test('has a product in each subcategory', () => {
  const used = new Set(demo.products.map(({ category, subcategory }) => `${category}/${subcategory}`))
  const all = demo.categories.flatMap(({ name, subcategories }) =>
    subcategories.map((sub) => `${name}/${sub.name}`),
  )
  expect([...used].sort()).toEqual(all.sort())
})

test.each(demo.products)('has valid data for $slug', (product) => {
  const { variants = [], options = [], images, specifications } = product
  expect(images.length).toBeGreaterThan(0)
  expect(product.price).toBeGreaterThan(0)
  expect(product.offer).toBeLessThan(100)
  for (const price of [product.price, ...variants.flatMap((variant) => variant.price ?? [])])
    expect((price * (100 - product.offer)) / 100, 'an offer leaves no paise').toBeCloseTo(
      Math.round((price * (100 - product.offer)) / 100),
    )
  expect([0, 5, 12, 18]).toContain(product.gst)
  expect(product.createdDaysAgo).toBeGreaterThanOrEqual(0)
  const sentences = product.description.match(/[.!?](\s|$)/g) ?? []
  expect(sentences.length).toBeGreaterThanOrEqual(2)
  expect(sentences.length).toBeLessThanOrEqual(5)

  expect(duplicates(specifications.map(({ name }) => name))).toEqual([])
  for (const { name, description } of specifications) {
    expect(demo.specifications).toContain(name)
    expect(description).toMatch(/^[^|]+$/)
  }
  for (const variant of variants) {
    expect(Object.keys(variant.options).sort()).toEqual([...options].sort())
    expect(images).toContain(variant.image)
    expect(variant.price ?? 1).toBeGreaterThan(0)
    expect(variant.stock).toBeGreaterThanOrEqual(0)
  }
  expect(duplicates(variants.map((variant) => JSON.stringify(variant.options)))).toEqual([])
  if (variants.length > 0) expect(variants.reduce((sum, { stock }) => sum + stock, 0)).toBe(product.stock)
})

test('refers only to existing products, categories and specifications', () => {
  const addresses = demo.categories.map(({ slug }) => `/subcategory/${slug}`)
  for (const { link, title, subtitle } of demo.banners) {
    expect(addresses).toContain(link)
    expect(title && subtitle).toBeTruthy()
  }
  for (const { product, daysAgo, user, comment, rating, sku, photos = [] } of demo.comments) {
    const about = demo.products.find(({ slug }) => slug === product)
    expect(daysAgo).toBeLessThanOrEqual(about?.createdDaysAgo ?? -1)
    expect(user && comment).toBeTruthy()
    expect([1, 2, 3, 4, 5]).toContain(rating)
    if (sku) expect(about?.variants?.map((variant) => variant.sku)).toContain(sku)
    for (const photo of photos) expect(about?.images).toContain(photo)
  }
  for (const { product, daysAgo, answers } of demo.questions) {
    expect(demo.products.map(({ slug }) => slug)).toContain(product)
    for (const answer of answers) {
      const isBuyer = demo.comments.some(
        (one) => one.product === product && one.user === answer.user && one.bought,
      )
      expect([isBuyer, answer.daysAgo <= daysAgo], answer.answer).toEqual([true, true])
    }
  }
  const slugs = demo.products.map(({ slug }) => slug)
  for (const { products } of collections) {
    expect(duplicates([...products])).toEqual([])
    expect(products.filter((slug) => !slugs.includes(slug))).toEqual([])
  }
  expect([...filterable].filter((name) => !demo.specifications.includes(name))).toEqual([])
  expect(Object.keys(headings).toSorted()).toEqual(demo.specifications.toSorted())
})

test('policies take all figures from the settings', () => {
  for (const slug of ['help/shipping', 'help/returns', 'help/faq', 'payment', 'privacy-policy']) {
    const body = demo.pages.find((page) => page.slug === slug)?.body ?? ''
    expect(unknownPlaceholders(body), slug).toEqual([])
    const written = fillPlaceholders(body, () => '').replaceAll(/^\d\. /gm, '')
    expect(written, slug).not.toMatch(/\d|GSTIN|free of charge/)
    expect(written, slug).not.toBe(body)
  }
})

test('the privacy policy says that searches learn from clicks and orders', () => {
  const { body = '' } = demo.pages.find(({ slug }) => slug === 'privacy-policy') ?? {}
  const [about = ''] = /^\*\*Searches\.\*\*.*$/m.exec(body) ?? []
  for (const fact of ['which search results you open', 'what you order', 'network address', 'every week'])
    expect(about).toContain(fact)
})

test('contains every page that the footer links to', () => {
  expect(demo.pages.map(({ slug }) => slug).sort()).toEqual([
    'about',
    'careers',
    'contact',
    'help/faq',
    'help/returns',
    'help/shipping',
    'payment',
    'privacy-policy',
    'terms',
  ])
})
