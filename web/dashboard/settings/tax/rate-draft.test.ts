import { expect, it } from 'vitest'
import { ratesFromCsv } from './rate-draft.ts'

it('reads rates from a CSV file, whatever separates its cells', async () => {
  const expected = [
    { class: 'standard', country: 'DE', state: '', percent: '19', from: '2021-01-01', to: '' },
    { class: 'books', country: 'IN', state: 'Jammu, Kashmir', percent: '5', from: '', to: '' },
  ]
  for (const mark of [',', ';', '\t']) {
    const rows = [
      'country,percent,class,state,from',
      'de,19,,,2021-01-01',
      '',
      ' in , 5 ,books,"Jammu, Kashmir"',
    ]
    const text = rows.map((row) => row.replaceAll(/,(?! Kashmir)/g, mark)).join('\r\n')
    expect(await ratesFromCsv(`\uFEFF${text}\r\n`)).toMatchObject(expected)
  }
})

it('refuses a file without the columns', async () => {
  await expect(ratesFromCsv('land;satz\nDE;19')).rejects.toThrow('The first line must name the columns')
})
