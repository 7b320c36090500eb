import type { RequestContext } from '#server/http/route.ts'

/** What a message says about an email: that it was sent or, without a mail server, that it was not. */
export const sentOrNot = ({ services }: Pick<RequestContext, 'services'>, sent: string): string =>
  services.sendsEmail ? sent : 'Email isn’t set up, so nothing was sent'
