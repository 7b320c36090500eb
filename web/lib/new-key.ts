const loadedAt = Date.now().toString(36)
let count = 0

/** A key for a new row. It is unique on this page, also beside the rows of a draft from before a reload. */
export const newKey = (): string => `new-${loadedAt}-${++count}`

/**
 * A new Idempotency-Key: 128 random bits in hexadecimal. `crypto.randomUUID` is missing at addresses such as
 * http://192.168.1.5:8000, which browsers do not count as secure.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** The key under which the browser is sending a form already, because it was pressed before React arrived; otherwise a new one. */
export function formKey(form: HTMLFormElement): string {
  const key = new FormData(form).get('key')
  return typeof key === 'string' ? key : newIdempotencyKey()
}
