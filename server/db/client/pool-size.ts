/** For all processes together, because a database is fastest with few busy connections. */
const MAX_POOLED_CONNECTIONS = 64

/** The most connections that each of so many processes keeps for requests. */
export const poolSize = (processes: number) =>
  Math.max(3, Math.min(8, Math.floor(MAX_POOLED_CONNECTIONS / processes)))

/**
 * Connections that so many processes may hold at once: their pools and one listener each; those of the background jobs
 * and their lease; and some for migrations, commands, and processes that are being replaced.
 */
export const connectionsOf = (processes: number) => processes * (poolSize(processes) + 1) + 17
