import { describe, expect, it } from 'vitest'
import { scriptsLast } from './scripts-last.ts'

const page = (body: string) => `<head><link rel="modulepreload" href="/assets/a.js"/></head><body>${body}
<script type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/product.js";
  window.__reactRouterRouteModules = {"root":route0,"product":route1};

import("/assets/entry.js");</script></body>`

describe('scripts of a page with a main image', () => {
  const html = scriptsLast(page('<img fetchPriority="high" src="/mug.avif"/>'))

  it('are neither imported nor preloaded before the page has loaded', () => {
    expect(html).toContain('<link data-later="" href="/assets/a.js"/>')
    expect(html).not.toMatch(/^(?:<script[^>]*>)?import[ "]/m)
    expect(html.indexOf('"load"')).toBeLessThan(html.indexOf('await import("/assets/manifest.js")'))
  })

  it('are imported in order under their names', () => {
    expect(html).toMatch(
      /await import\("\/assets\/manifest\.js"\);\nconst route0 = await import\("\/assets\/root\.js"\);\nconst route1 = await import\("\/assets\/product\.js"\);\n {2}window/,
    )
  })
})

it('scripts of a page without a main image load early with low priority', () => {
  const html = scriptsLast(page('<p>Your cart</p>'))
  expect(html).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/a.js"/>')
  expect(html).toContain('import * as route0 from')
})
