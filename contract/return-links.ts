import { withQuery } from './links.ts'

/** The label of a return as PDF. Not in `links`, which every page of the shop loads. */
export const returnLabelLink = (number: string, id: number, accessToken?: string): string =>
  withQuery(`/api/orders/${number}/returns/${id}/label`, { accessToken })
