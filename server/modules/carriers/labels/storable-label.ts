import type { Label } from '#server/platform/carriers/carrier.ts'

/**
 * A label as its columns hold it, so that no answer of a carrier leaves a purchase without its end. Long texts are cut. A long
 * address is left out, because half of it opens nothing, and so is a price in an unknown currency.
 */
export function storableLabel({ price, currency, ...label }: Label): Label {
  const { service, tracking, trackingUrl, pdfUrl, problem = '' } = label
  return {
    ...label,
    ...(price !== undefined && currency?.length === 3 && { price, currency }),
    service: service.slice(0, 100),
    tracking: tracking.slice(0, 100),
    trackingUrl: trackingUrl.length <= 500 ? trackingUrl : '',
    pdfUrl: pdfUrl.length <= 2000 ? pdfUrl : '',
    problem: problem.slice(0, 500),
  }
}
