import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ProductImage } from './image.tsx'

const image = { file: 'mug-1a2b.webp', width: 960, height: 960, alt: 'A mug' }

it('offers AVIF and WebP up to the width of the image', () => {
  const html = renderToStaticMarkup(<ProductImage image={image} sizes="50vw" />)
  expect(html).toContain('type="image/avif" srcSet="/uploads/mug-1a2b-160.avif 160w, ')
  expect(html).toContain('/uploads/mug-1a2b-960.webp 960w" sizes="50vw"')
  expect(html).not.toContain('1280')
  expect(html).toContain(
    'src="/uploads/mug-1a2b-640.webp" alt="A mug" width="960" height="960" loading="lazy"',
  )
  expect(html).not.toContain('preload')
})

it('preloads the main image in the width that it is shown in', () => {
  const html = renderToStaticMarkup(<ProductImage image={image} sizes="50vw" priority="main" />)
  expect(html).toContain('loading="eager" fetchPriority="high"')
  const [preload = ''] = /<link rel="preload"[^>]*>/.exec(html) ?? []
  expect(preload).toContain('as="image" type="image/avif" fetchPriority="high"')
  expect(preload).toContain('imageSrcSet="/uploads/mug-1a2b-160.avif 160w, ')
  expect(preload).toContain('imageSizes="50vw"')
})

it('loads other images of the first view early', () => {
  const html = renderToStaticMarkup(<ProductImage image={image} sizes="50vw" priority="first-view" />)
  expect(html).toContain('loading="eager" fetchPriority="auto"')
  expect(html).not.toContain('preload')
})

it('loads every thumbnail in the same width', () => {
  const html = renderToStaticMarkup(<ProductImage image={image} sizes="thumbnail" />)
  expect(html).toContain('type="image/avif" srcSet="/uploads/mug-1a2b-320.avif"/>')
  expect(html).toContain('srcSet="/uploads/mug-1a2b-320.webp" src="/uploads/mug-1a2b-320.webp"')
})

it('shows an image that is smaller than all widths unscaled', () => {
  const small = { ...image, file: 'old\\icon.png', width: 90 }
  const html = renderToStaticMarkup(<ProductImage image={small} sizes="90px" alt="" />)
  expect(html).not.toContain('source')
  expect(html).toContain('src="/uploads/old/icon.png" alt=""')
})
