import { z } from 'zod'
import { malformedProfile, type PlatformProfile } from '#server/modules/agents/index.ts'
import { parentsOf, type Capability } from '../capabilities.ts'
import { ProtocolError } from '../errors.ts'
import { UCP_VERSION } from '../operation.ts'

const version = z.iso.date()

/** Capabilities as a profile of this version of the protocol has them. */
const registry = z.record(
  z.string(),
  z.array(z.looseObject({ version, config: z.record(z.string(), z.unknown()).optional() })),
)

type Registry = z.output<typeof registry>

/** What both sides can do: names with the version in common and the settings of the platform. */
export type Negotiated = ReadonlyMap<string, { version: string; config: Record<string, unknown> }>

const parsed = new WeakMap<PlatformProfile, Registry>()

/**
 * Compares the profile of a platform with the capabilities of the shop. ProtocolError 422 `version_unsupported`, AppError 422
 * `profile_malformed`.
 */
export function negotiate(profile: PlatformProfile, ours: Readonly<Record<string, Capability>>): Negotiated {
  if (profile.version !== UCP_VERSION) {
    const content = `The shop speaks UCP ${UCP_VERSION}, and the platform speaks ${profile.version}.`
    throw new ProtocolError(422, 'version_unsupported', content)
  }
  return intersect(ours, registryOf(profile))
}

function registryOf(profile: PlatformProfile): Registry {
  const before = parsed.get(profile)
  if (before) return before
  const { data } = registry.safeParse(profile.capabilities ?? {})
  if (!data) throw malformedProfile('The profile is not valid at ucp.capabilities.')
  parsed.set(profile, data)
  return data
}

/**
 * The capabilities that both sides list in the same version, the newest if there are several. An extension remains only as long
 * as one of its parents does.
 */
export function intersect(
  ours: Readonly<Record<string, Pick<Capability, 'version' | 'extends'>>>,
  theirs: Registry,
): Negotiated {
  const common = Object.entries(ours).flatMap(([name, { version: own }]) => {
    const entry = Object.hasOwn(theirs, name)
      ? theirs[name]?.find((listed) => listed.version === own)
      : undefined
    return entry ? [[name, { version: own, config: entry.config ?? {} }] as const] : []
  })
  return withoutOrphans(new Map(common), ours)
}

function withoutOrphans(
  found: Negotiated,
  ours: Readonly<Record<string, Pick<Capability, 'extends'>>>,
): Negotiated {
  const remaining = [...found].filter(([name]) => {
    const parents = parentsOf(ours[name] ?? {})
    return parents.length === 0 || parents.some((parent) => found.has(parent))
  })
  return remaining.length === found.size ? found : withoutOrphans(new Map(remaining), ours)
}

/** The capability of an operation and its extensions, as far as both sides have them. */
export function capabilitiesFor(
  name: string,
  negotiated: Negotiated,
  ours: Readonly<Record<string, Pick<Capability, 'extends'>>>,
): Record<string, { version: string }[]> {
  const listed = [...negotiated].filter(
    ([other]) => other === name || parentsOf(ours[other] ?? {}).includes(name),
  )
  return Object.fromEntries(listed.map(([other, { version: common }]) => [other, [{ version: common }]]))
}
