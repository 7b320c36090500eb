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
})

it('loads a priority image eagerly', () => {
  const html = renderToStaticMarkup(<ProductImage image={image} sizes="50vw" priority />)
  expect(html).toContain('loading="eager" fetchPriority="high"')
})

it('shows an image that is smaller than all widths unscaled', () => {
  const small = { ...image, file: 'old\\icon.png', width: 90 }
  const html = renderToStaticMarkup(<ProductImage image={small} sizes="90px" alt="" />)
  expect(html).not.toContain('source')
  expect(html).toContain('src="/uploads/old/icon.png" alt=""')
})
