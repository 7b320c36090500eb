import {
  agentSessionStates,
  getAgentKeys,
  getAgentPlatforms,
  getAgentSessions,
  platformSorts,
} from '#contract/agents/agent.ts'
import { calls, type ListCall } from './list-calls.ts'
import type { Subjects } from './list-subjects.ts'

/** Platforms, their sessions, and the keys for them. */
export const agentListCalls = ({ platformId }: Pick<Subjects, 'platformId'>): ListCall[] => [
  ...calls(
    'staff',
    getAgentPlatforms,
    ...platformSorts.map((sort) => ({ sort })),
    { page: 2 },
    { q: 'agent' },
    { blocked: true },
  ),
  ...calls(
    'staff',
    getAgentSessions,
    {},
    { page: 2 },
    { platform: platformId },
    ...agentSessionStates.map((state) => ({ state })),
  ),
  ...calls('staff', getAgentKeys),
]
