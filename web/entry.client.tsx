import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Document } from './document.tsx'
import { BrowserNavigation } from './lib/navigation/browser-navigation.tsx'
import { createNavigator } from './lib/navigation/navigator.ts'
import { takeHandover } from './lib/navigation/open-document.ts'
import { loadOffline } from './storefront/offline/load-offline.ts'
import type { PageData, RouteModule } from './lib/navigation/page.ts'

/** Makes a page of the storefront work. The script in the page calls it with the modules of the page's routes. */
export function startStorefront(data: PageData, modules: readonly RouteModule[]): void {
  if (import.meta.hot) import.meta.hot.on('react-router:hmr', () => location.reload())
  const navigator = createNavigator({ data, modules })
  const onPage = (shown: PageData) => {
    const { href } = location
    void loadOffline().then((offline) => offline?.keepPage(shown, href))
  }
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Document>
          <BrowserNavigation navigator={navigator} onPage={onPage} />
        </Document>
      </StrictMode>,
    )
  })
}

// React Router loads this module for its own pages, which are the dashboard's.
if ('__reactRouterContext' in window) {
  takeHandover()
  void import('./dashboard/start.tsx').then(({ startDashboard }) => startDashboard())
}
