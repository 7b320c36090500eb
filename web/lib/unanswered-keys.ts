import { ApiError, hasResponse } from './api.ts'
import { chooseKeysBy } from './call.ts'
import { newIdempotencyKey } from './new-key.ts'

type Keys = Record<string, string>

/** The keys of calls without an answer, by the target of the call. They outlive the form and a reload of the tab. */
const storageKey = 'unanswered-calls'
let keys = read()

/** The targets of calls under way. A call beside one of them is another change. */
const underWay = new Set<string>()

/**
 * Lets each POST of this page keep its key until it is answered. A call that is sent again because its answer was lost has the
 * same key, so it happens once. Edited before it is sent again, it is refused with a message if it has happened already.
 * Returns the function that ends it.
 */
export const keepUnansweredKeys = () => chooseKeysBy(sendWithKey)

async function sendWithKey<T>(target: string, send: (key: string) => Promise<T>): Promise<T> {
  if (underWay.has(target)) return send(newIdempotencyKey())
  const unanswered = keys[target]
  const key = unanswered ?? newIdempotencyKey()
  write({ ...keys, [target]: key })
  underWay.add(target)
  try {
    const answer = await explainReusedKey(send(key))
    forget(target)
    return answer
  } catch (error) {
    const isNew = unanswered === undefined
    // A refusal stores nothing, but an earlier call without an answer may still have happened.
    if (hasResponse(error) && error.status < 500 && (isNew || isReused(error))) forget(target)
    throw error
  } finally {
    underWay.delete(target)
  }
}

/** Explains the refusal of an edited call whose earlier attempt happened, although its answer was lost. */
export const explainReusedKey = <T>(
  call: Promise<T>,
  message = 'An earlier attempt went through, although its answer was lost. Check what it saved before you try again.',
): Promise<T> =>
  call.catch((error: unknown): never => {
    if (!isReused(error)) throw error
    throw new ApiError(error.status, { code: error.code, message })
  })

const isReused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'key_reused'

function forget(target: string): void {
  const { [target]: _answered, ...others } = keys
  write(others)
}

function read(): Keys {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Keys
  } catch {
    return {}
  }
}

function write(next: Keys): void {
  keys = next
  try {
    if (Object.keys(next).length > 0) sessionStorage.setItem(storageKey, JSON.stringify(next))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage the keys last until the page is reloaded.
  }
}
