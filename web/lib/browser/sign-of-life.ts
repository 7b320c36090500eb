const signs = ['pointermove', 'touchstart', 'wheel', 'keydown']

/** Resolves with the first sign that somebody is there. Who came from another page of the shop is. */
export const signOfLife = (): Promise<unknown> =>
  document.referrer.startsWith(`${location.origin}/`)
    ? Promise.resolve()
    : Promise.race(
        signs.map(
          (sign) => new Promise((resolve) => addEventListener(sign, resolve, { once: true, passive: true })),
        ),
      )
