import { useId, type ComponentType, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { PageContext, usePage } from '#web/data/page.ts'
import { nameOf, type When } from './names.ts'

interface IslandProps<P> {
  /** The default export of an `.island.tsx` file. */
  of: ComponentType<P>
  /** What it is made of. The document holds it as JSON. */
  props: NoInfer<P>
  when?: When
  /** Stands in its place until the browser renders it, for what only the browser can show. */
  before?: ReactNode
}

/**
 * A part of the page that the browser makes work; everything around it stays as the server has rendered it. It is a React root of
 * its own, so it knows its props and the page, and no other context. No island stands inside another.
 */
export function Island<P extends object>({ of, props, when = 'idle', before }: IslandProps<P>) {
  const id = useId()
  const page = usePage()
  const attributes = {
    className: 'contents',
    'data-island': nameOf(of as ComponentType<never>),
    'data-id': id,
    'data-when': when,
    'data-props': JSON.stringify(props),
  }
  if (before !== undefined) {
    return (
      <div {...attributes} data-before="">
        {before}
      </div>
    )
  }
  const Component = of
  const html = renderToString(
    <PageContext value={page}>
      <Component {...props} />
    </PageContext>,
    { identifierPrefix: id },
  )
  return <div {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
}
