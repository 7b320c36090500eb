import type { RequestContext } from '#server/http/route.ts'

/** What a message says about an email: that it was sent or, without a mail server or an address, that it was not. */
export function sentOrNot(
  { services }: Pick<RequestContext, 'services'>,
  sent: string,
  recipient?: string,
): string {
  if (recipient === '') return 'Saved. The customer has no email address, so nothing was sent'
  return services.sendsEmail ? sent : 'Email isn’t set up, so nothing was sent'
}
