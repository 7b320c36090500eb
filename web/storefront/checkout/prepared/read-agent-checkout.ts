import { getAgentCheckout, type AgentCheckout } from '#contract/orders/agent-checkout.ts'
import type { Call } from '#contract/endpoint.ts'
import { isRefusal } from '#web/lib/on-server/loader-answers.ts'

/** What an agent has prepared under this id; undefined if there is nothing, or its time is over. */
export const readAgentCheckout = (call: Call, id: string): Promise<AgentCheckout | undefined> =>
  call(getAgentCheckout, { id }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isRefusal(error)) return undefined
      throw error
    },
  )
