import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // All routes are known from the start: no manifest request while staff move about.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
