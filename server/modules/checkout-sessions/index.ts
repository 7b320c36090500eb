export { isSecretId, makeSecretId } from './secret-id.ts'
export { forgetBuyer, forgetBuyers } from './forget-buyers.writes.ts'
export { orderSource, platformHost } from './order-source.ts'
export {
  chosenDestination,
  type SentAddress,
  type SentBuyer,
  type SentLine,
  type SessionInput,
} from './session-input.ts'
export {
  findOrderOfCart,
  findSession,
  findSessionById,
  lockSessionById,
  lockSession,
  type Session,
  type SessionKey,
} from './session.queries.ts'
export { bindOrder, cancelSession, insertSession, noteShownTotal, updateSession } from './session.writes.ts'
