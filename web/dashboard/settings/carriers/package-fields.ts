import { number } from '#web/dashboard/record-form/fields.tsx'

/** The usual package of a shop, in the form of each carrier. */
export const packageFields = {
  weight: number('Usual weight (g)', {
    hint: 'For packages with an item that has no weight. Leave empty to enter it each time.',
    empty: null,
  }),
  lengthCm: number('Length (cm)', { initial: 20 }),
  widthCm: number('Width (cm)', { initial: 15 }),
  heightCm: number('Height (cm)', { initial: 10 }),
}
