const longest = 30_000

/**
 * Milliseconds until a process is replaced that has failed so often in a row: at first so few that it is missed by nobody,
 * and so many that a signal to all processes has reached the parent as well; then 1, 2, 4 … 30 s.
 */
export const pauseAfter = (failures: number) =>
  failures < 2 ? 100 : Math.min(longest, 1000 * 2 ** Math.min(failures - 2, 10))
