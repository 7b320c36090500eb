import { describe, expect, it } from 'vitest'
import { addStartScript, scriptsLast } from './start-script.ts'

const data = {
  build: '1',
  routes: [{ id: 'product', module: '/assets/product.js', imports: ['/assets/shop.js'] }],
  params: {},
  data: { product: { name: '</script><script>steal()' } },
}
const entry = { module: '/assets/entry.js', imports: ['/assets/shop.js', '/assets/react.js'] }
const page = (body: string) => `<html><head></head><body>${body}</body></html>`
const scripted = (body: string, development?: string) => addStartScript(page(body), data, entry, development)

describe('the script of a page', () => {
  it('starts the storefront with the modules of the routes, and loads each file once', () => {
    const html = scripted('<p>Your cart</p>')
    expect(html).toContain(
      '[["/assets/entry.js"], ["/assets/product.js"], ["/assets/shop.js","/assets/react.js"]]',
    )
    expect(html.match(/<link rel="modulepreload" fetchpriority="low"/g)).toHaveLength(4)
    expect(html).not.toContain('"load"')
    expect(html.endsWith('</script></body></html>')).toBe(true)
  })

  it('waits for a main image, and nothing is preloaded before', () => {
    const html = scripted('<img fetchPriority="high" src="/mug.avif"/>')
    expect(html).not.toContain('modulepreload')
    expect(html.indexOf('"load"')).toBeLessThan(html.indexOf('/assets/entry.js'))
  })

  it('holds data that cannot end its element', () => {
    const html = scripted('')
    expect(html).toContain('\\u003c/script>\\u003cscript>steal()')
  })

  it('runs the module of the development server first', () => {
    const html = scripted('', '/@hmr')
    expect(html.indexOf('await import("/@hmr")')).toBeLessThan(html.indexOf('startStorefront('))
  })
})

it('scripts of a dashboard page load with low priority', () => {
  expect(scriptsLast('<link rel="modulepreload" href="/a.js"/>')).toBe(
    '<link rel="modulepreload" fetchpriority="low" href="/a.js"/>',
  )
})
