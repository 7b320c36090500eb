import { deleteSession, deleteSessions, getSessions } from '#contract/identity/account.ts'
import { callerOf } from '#server/http/session/audience.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute } from '#server/http/route.ts'
import { listSessions } from './session.queries.ts'
import { endSessionOf, endSessions } from './session.writes.ts'

const list = personalRoute(getSessions, async (_input, context) => {
  const { userId, sessionId } = callerOf(context)
  return { data: await listSessions(context.db, context.shop.shopId, userId, sessionId) }
})

const endOne = personalRoute(deleteSession, async ({ id }, context) => {
  const { userId, sessionId } = callerOf(context)
  const ended = await endSessionOf(context.db, context.shop.shopId, userId, id)
  if (!ended) throw new AppError(404, 'not_found', 'That device is already signed out')
  if (id === sessionId) context.cookies.clear('session')
  return { message: 'Device signed out' }
})

const endAll = personalRoute(deleteSessions, async (_input, context) => {
  const { userId } = callerOf(context)
  await endSessions(context.db, context.shop.shopId, userId)
  context.cookies.clear('session')
  return { message: 'Signed out on all devices' }
})

export const sessionRoutes = [list, endOne, endAll]
