/** Makes the island work that holds the element, if it does not yet: `web/islands/start.ts` hears it. */
export function startIsland(selector: string): void {
  document.querySelector(selector)?.dispatchEvent(new Event('use', { bubbles: true }))
}
