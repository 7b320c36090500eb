export type { LineView } from './checkout/line-view.ts'
export {
  cancelAgentCart,
  findAgentCart,
  insertAgentCart,
  lockAgentCart,
  updateAgentCart,
  type AgentCart,
} from './carts/agent-cart.writes.ts'
export { completeSession, type ChosenPayment } from './checkout/complete-session.ts'
export type { Problem, ProblemSubject } from './checkout/problem.ts'
export { viewInput, viewSession, type SessionView, type TotalsView } from './checkout/session-view.ts'
export { handoverRoutes } from './handover/agent-checkout.routes.ts'
export { findWantedVariants, type WantedItem } from './items.queries.ts'
export { publicKeys, signingKey, type PublicKey } from './keys/signing-key.writes.ts'
export { identifyPlatform, visitorPlatform, type ClaimedPlatform } from './platforms/identify-platform.ts'
export type { Platform } from './platforms/platform.ts'
export {
  findAgentOrder,
  type AgentOrder,
  type AgentOrderLine,
  type AgentOrderRefund,
} from './orders/agent-order.queries.ts'
export {
  invalidProfileUrl,
  malformedProfile,
  parseProfile,
  type PlatformProfile,
} from './platforms/profile.ts'
export { agentRoutes } from './staff/agents.routes.ts'
export { agentsAuditSubjects } from './staff/agents-audit-subjects.ts'
export { createProfileCache, type ProfileCache } from './platforms/profile-cache.ts'
