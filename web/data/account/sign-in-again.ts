import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { repeatAfterSignIn } from '#web/lib/call.ts'
import { noteSessionEnd } from './session.ts'

interface Waiting {
  promise: Promise<boolean>
  hasWrite: boolean
  answer(isSignedIn: boolean): void
}

/**
 * Holds the calls that are refused because the session has ended: reads alone, or also a write. `release(true)` repeats them,
 * after somebody has signed in. `release(false)` rejects them, and later reads too: a page reads often by itself.
 */
export function useHeldCalls() {
  const client = useQueryClient()
  const waiting = useRef<Waiting>(undefined)
  const isRejecting = useRef(false)
  const [held, setHeld] = useState<'reads' | 'write'>()

  function release(isSignedIn: boolean) {
    waiting.current?.answer(isSignedIn)
    waiting.current = undefined
    isRejecting.current = !isSignedIn
    setHeld(undefined)
  }

  useEffect(() => {
    const stop = repeatAfterSignIn(async (isWrite) => {
      if (isRejecting.current && !isWrite) return false
      waiting.current ??= makeWaiting()
      waiting.current.hasWrite ||= isWrite
      noteSessionEnd(client)
      setHeld(waiting.current.hasWrite ? 'write' : 'reads')
      return waiting.current.promise
    })
    return () => {
      stop()
      waiting.current?.answer(false)
    }
  }, [client])

  return { held, release }
}

function makeWaiting(): Waiting {
  let answer: Waiting['answer'] = () => undefined
  const promise = new Promise<boolean>((resolve) => (answer = resolve))
  return { promise, hasWrite: false, answer }
}
