import { describe, expect, it } from 'vitest'
import { inlineStyles, stylesFor } from './critical-styles.ts'
import { parseStyles, usedStyles } from './style-parts.ts'

const css = [
  '/*! a licence */@layer properties{@supports (x:y){*{--tw-ring:0}}}',
  '@layer theme,base,utilities;@layer theme{:root{--gap:4px}}@layer base{*{margin:0}a{color:red}}',
  '@layer utilities{.flex{display:flex}.grid{display:grid}.sm\\:p-1\\.5:hover,.card .flex{padding:6px}',
  '.w-\\[min\\(1rem\\,20px\\)\\]{width:min(1rem,20px)}.card:is(:where(.group):hover *){color:blue}',
  '@media (min-width:40rem){.sm\\:grid{display:grid}}@media print{.print\\:hidden{display:none}}}',
  '@property --tw-ring{syntax:"*";inherits:false}@keyframes pulse{50%{opacity:.5}}.pulse{animation:pulse 1s}',
].join('')

const used = (...classes: string[]) => usedStyles(parseStyles(css), new Set(classes))

describe('the styles that a page uses', () => {
  it('are the rules of its classes, in any state, and all rules without classes', () => {
    const styles = used('flex', 'sm:grid', 'card')
    expect(styles).toContain('@layer utilities{.flex{display:flex}.sm\\:p-1')
    expect(styles).toContain('@media (min-width:40rem){.sm\\:grid{display:grid}}')
    expect(styles).toContain('.card:is(:where(.group):hover *){color:blue}')
    expect(styles).toContain('*{margin:0}a{color:red}')
    expect(styles).not.toMatch(/\.grid\{|print|pulse|licence/)
  })

  it('include names with escaped marks', () => {
    expect(used('w-[min(1rem,20px)]')).toContain('width:min(1rem,20px)')
    expect(used('sm:p-1.5')).toContain('padding:6px')
    expect(used()).not.toContain('padding:6px')
  })

  it('keep the order of the layers, also of empty ones', () => {
    expect(used().startsWith('@layer properties;@layer theme,base,utilities;@layer theme{')).toBe(true)
    expect(used()).toContain('@layer utilities{}')
  })

  it('include keyframes and properties that a rule names', () => {
    expect(used('pulse')).toContain('@keyframes pulse{50%{opacity:.5}}')
    expect(used('pulse')).not.toContain('@property')
  })
})

describe('a page with its styles', () => {
  const sheets = new Map([['/assets/a.css', stylesFor(parseStyles(css))]])
  const page = (href: string) =>
    `<head><link rel="stylesheet" href="${href}" data-precedence="default"/></head><body><p class="flex [a&amp;]:b">Mugs</p></body>`

  it('has the used rules in its head and the whole stylesheet at its end', () => {
    const html = inlineStyles(page('/assets/a.css'), sheets)
    expect(html).toMatch(/^<head><style>@layer .*\.flex\{display:flex\}.*<\/style><\/head><body>/)
    expect(html).toMatch(
      /<\/p><link fetchpriority="low" rel="stylesheet" href="\/assets\/a.css"[^>]*><\/body>$/,
    )
  })

  it('stays as it is with an unknown stylesheet', () => {
    expect(inlineStyles(page('/other.css'), sheets)).toBe(page('/other.css'))
  })
})
