/** Which files of the dashboard have a form, and which of them are parts of other forms. */
export const dashboardForms = {
  folder: 'web/dashboard',
  listedIn: ['web/testing/credit-forms.tsx', 'web/testing/payment-forms.tsx'],
  isForm:
    /\buseForm\(|<(?:RecordForm|DescribedForm|ActionForm|AddCard|FormDialog|RecordDialog|SettingForm|SettingGroup)\b/,
  inner: [
    'web/dashboard/products/form/use-product-form.ts',
    'web/dashboard/record-form/add-card.tsx',
    'web/dashboard/record-form/described-form.tsx',
    'web/dashboard/record-form/form-dialog.tsx',
    'web/dashboard/record-form/record-form.tsx',
    'web/dashboard/settings/setting-form.tsx',
  ],
}
