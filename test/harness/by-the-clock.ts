/** For a test that looks at a clock: a busy machine may be late, but what is slow is slow three times. */
export const byTheClock = { retry: 2 }
