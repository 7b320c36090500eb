import type { Resolver } from 'node:dns/promises'
import { ok, problem, unknown, warning, type Result } from './result.ts'

/**
 * Whether the domain of the sender lets mailboxes recognize its emails: SPF (RFC 7208) names who may send, DMARC (RFC 7489)
 * says what to do with others. DKIM (RFC 6376) cannot be looked up without the selector of the mail server.
 */
export async function checkSenderDomain(address: string, resolver: Resolver): Promise<Result> {
  const domain = address.split('@').at(-1) ?? ''
  if (domain === 'localhost') {
    return problem(
      `Emails come from ${address}, which mailboxes refuse.`,
      'Set MAIL_FROM to an address of your own domain.',
    )
  }
  let spf: string[]
  let dmarc: string[]
  try {
    spf = (await findTexts(resolver, domain)).filter((text) => /^v=spf1(?: |$)/i.test(text))
    dmarc = await findPolicy(resolver, domain)
  } catch (error) {
    return unknown(
      `The DNS records of ${domain} could not be read (${(error as NodeJS.ErrnoException).code ?? 'no answer'}).`,
      `Check elsewhere that ${domain} has SPF, DKIM and DMARC records.`,
    )
  }
  if (spf.length > 1) {
    return problem(
      `${domain} has ${spf.length} SPF records, so mailboxes ignore all of them.`,
      'Merge them into one TXT record.',
    )
  }
  const missing = [...(spf.length === 0 ? ['SPF'] : []), ...(dmarc.length === 0 ? ['DMARC'] : [])]
  if (missing.length > 0) {
    return warning(
      `${domain} has no ${missing.join(' and no ')} record, so emails may land in spam folders.`,
      'Add the records that your email provider names, DKIM included.',
    )
  }
  return ok(`${domain} has SPF and DMARC records. Whether emails are signed (DKIM), a test email shows.`)
}

/** The DMARC records of the domain, or of the closest domain above it that has one. */
async function findPolicy(resolver: Resolver, domain: string): Promise<string[]> {
  const labels = domain.split('.')
  for (let from = 0; from <= Math.max(0, labels.length - 2); from++) {
    const texts = await findTexts(resolver, `_dmarc.${labels.slice(from).join('.')}`)
    const records = texts.filter((text) => /^v=DMARC1(?:;|$)/i.test(text))
    if (records.length > 0) return records
  }
  return []
}

/** The TXT records of a name; none if it does not exist. Rejects if DNS does not answer. */
async function findTexts(resolver: Resolver, name: string): Promise<string[]> {
  try {
    const records = await resolver.resolveTxt(name)
    return records.map((parts) => parts.join(''))
  } catch (error) {
    if (['ENODATA', 'ENOTFOUND'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
