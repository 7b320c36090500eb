/** The default costs of delivery, as the settings call answers them; amounts in rupees. */
export const shipping = { flat: 99, free_from: 1499, zones: [] as object[] }

/** The default days and hours of delivery. */
export const times = {
  days_from: 3,
  days_to: 6,
  express_amount: null,
  express_from: 1,
  express_to: 2,
  cutoff_hour: 14,
  weekdays: [1, 2, 3, 4, 5, 6],
  holidays: [],
}
