import type { z } from 'zod'
import type { shippingSettings } from '#contract/settings/settings.ts'
import { calendarFrom } from './delivery-times-draft.ts'
import { parseAmount, zoneFromDraft, type ZoneDraft } from './zone-draft.ts'

/** Converts the form's texts, its zones and its days off; the schema validates the result. */
export const shippingFrom = (
  fields: Record<string, string>,
  zones: readonly ZoneDraft[],
  holidays: readonly string[],
): z.input<typeof shippingSettings> => ({
  flat: parseAmount(fields['flat']),
  free_from: fields['free_from'] ? parseAmount(fields['free_from']) : null,
  days_from: parseAmount(fields['days_from']),
  days_to: parseAmount(fields['days_to']),
  express_amount: fields['express_amount'] ? parseAmount(fields['express_amount']) : null,
  express_from: parseAmount(fields['express_from']),
  express_to: parseAmount(fields['express_to']),
  ...calendarFrom(fields, holidays),
  zones: zones.map(zoneFromDraft),
})
