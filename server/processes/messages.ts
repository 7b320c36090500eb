/** Settings that a worker receives from its parent; it reads all others from the environment. */
export interface WorkerTask {
  databaseUrl: string
  /** The size of the connection pool for requests. */
  connections: number
  /** The leader also runs the bootstrap and the background jobs. */
  leader: boolean
  /** A UUID of this host. The replacement of the leader goes on with its lease. */
  holder: string
}

/** From the parent to a worker. */
export type ParentMessage =
  | { kind: 'serve'; task: WorkerTask }
  /** Answer, so that the parent knows that you work. */
  | { kind: 'ping' }
  /** Finish the requests in progress and exit. */
  | { kind: 'stop' }
  /** Report your metrics for this round. */
  | { kind: 'report-metrics'; round: number }
  /** The metrics of all workers, in answer to `collect-metrics`. */
  | { kind: 'collected-metrics'; request: number; metrics: unknown[] }

/** From a worker to the parent. */
export type WorkerMessage =
  /** The worker runs and waits for its task. */
  | { kind: 'ready' }
  | { kind: 'pong' }
  | { kind: 'open'; address: string }
  | { kind: 'collect-metrics'; request: number }
  | { kind: 'metrics'; round: number; metrics: unknown }
