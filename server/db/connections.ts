/** Of the pools of all processes together; a database is fastest with few that are busy. */
const inPools = 64

/** Connections that each of so many processes keeps for requests, at most. */
export const poolSize = (processes: number) => Math.max(3, Math.min(8, Math.floor(inPools / processes)))

/**
 * Connections that so many processes may hold at once: their pools and one listener each; those of mail and books, of which
 * one process takes care; some for migrations, commands beside the shop, and processes that are being replaced.
 */
export const connectionsOf = (processes: number) => processes * (poolSize(processes) + 1) + 16
