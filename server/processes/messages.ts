/** What a process needs to know beside its settings, which it reads from the environment itself. */
export interface Task {
  databaseUrl: string
  /** For requests, at most. */
  connections: number
  /** Whether it does what one process does for all. */
  keeper: boolean
}

/** From the parent to a process that serves. */
export type Order =
  | { kind: 'serve'; task: Task }
  /** Finish what is under way, and end. */
  | { kind: 'stop' }
  /** Tell what you have counted. */
  | { kind: 'count'; round: number }
  /** What all have counted, for whoever has asked under this number. */
  | { kind: 'counts'; asked: number; counts: unknown[] }

/** From a process that serves to its parent. */
export type Report =
  /** It runs, and waits for its task. */
  | { kind: 'here' }
  | { kind: 'open'; address: string }
  | { kind: 'gather'; asked: number }
  | { kind: 'counted'; round: number; count: unknown }
