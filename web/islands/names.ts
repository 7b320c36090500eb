import type { ComponentType } from 'react'

// The server's side of the islands. The browser's is start.ts.

/** When the browser makes an island work: once it has nothing else to do, once the island is near the window, or at its first use. */
export type When = 'idle' | 'seen' | 'used'

type AnyComponent = ComponentType<never>

const modules = import.meta.glob<AnyComponent>('../**/*.island.tsx', { eager: true, import: 'default' })
const names = new Map(Object.entries(modules).map(([path, component]) => [component, path]))

/** The name by which the browser finds the module of an island. */
export function nameOf(component: AnyComponent): string {
  const name = names.get(component)
  if (name === undefined) throw new Error('An island is the default export of an .island.tsx file.')
  return name
}
