import { invalidProfileUrl } from '#server/modules/agents/index.ts'
import { parseDictionary } from '#server/platform/structured-fields.ts'

/** The address of the profile in the header UCP-Agent: `profile="https://agent.example/ucp.json"`. AppError 400. */
export function readAgentHeader(header: string | string[] | undefined): string {
  if (header === undefined)
    throw invalidProfileUrl('The header UCP-Agent with the address of the profile is missing.')
  const members = parseDictionary([header].flat().join(', '))
  if (!members) throw invalidProfileUrl('The header UCP-Agent is not a dictionary (RFC 8941).')
  const [profile] = members.get('profile') ?? []
  if (typeof profile === 'string') return profile
  throw invalidProfileUrl('The header UCP-Agent has no member profile="https://…".')
}
