import { StrictMode, startTransition, useEffect, type ComponentType } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { pageOfDocument } from '#web/data/page-of-document.ts'
import { PageContext } from '#web/data/page.ts'

/** Makes the island in `element` work with its props and the page. Resolves when it does. */
export function hydrate(element: HTMLElement, Component: ComponentType<object>): Promise<void> {
  const { id: identifierPrefix = '', props = '{}', before } = element.dataset
  return new Promise((resolve) => {
    const island = (
      <StrictMode>
        <PageContext value={pageOfDocument()}>
          <Component {...(JSON.parse(props) as object)} />
          <Live onLive={resolve} />
        </PageContext>
      </StrictMode>
    )
    startTransition(() => {
      if (before === undefined) hydrateRoot(element, island, { identifierPrefix })
      else createRoot(element, { identifierPrefix }).render(island)
    })
  })
}

/** Its effect runs after those of the island. */
function Live({ onLive }: { onLive(): void }) {
  useEffect(onLive, [onLive])
  return null
}
