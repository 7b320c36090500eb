import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPackingSlip } from '#contract/orders/admin-order.ts'
import { getAddressFormat } from '#contract/orders/delivery/postal-code.ts'
import { getInvoice, getOrder } from '#contract/orders/order.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { newUser, signedIn, stranger } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

/** Addresses as people of the country write them: country, street, city, state, postal code, and the line of the place. */
const natural = `
AE|Al Wasl Road 12|Dubai|Dubai||Dubai
AE|Corniche 3|Abu Dhabi|||Abu Dhabi
AR|Av. Corrientes 1234|Buenos Aires||C1043AAZ|C1043AAZ Buenos Aires
AT|Ringstraße 1|Wien||1010|1010 Wien
AU|1 Collins St|Melbourne|VIC|3000|Melbourne VIC 3000
BE|Rue Neuve 1|Bruxelles||1000|1000 Bruxelles
BR|Av. Paulista 1000|São Paulo|SP|01310-100|01310-100
CA|290 Bremner Blvd|Toronto|Ontario|m5v 3l9|Toronto ON M5V 3L9
CH|Bahnhofstrasse 1|Zürich||8001|CH-8001 Zürich
CL|Moneda 975|Santiago|||Santiago
CO|Calle 26 59-41|Bogotá|||Bogotá
CZ|Na Příkopě 1|Praha||110 00|110 00 Praha
DE|Unter den Linden 1|Berlin||10115|10115 Berlin
DK|Strøget 1|København||1050|1050 København
EG|15 Tahrir Square|Cairo|||Cairo
ES|Gran Vía 1|Madrid||28001|28001 Madrid
ES|Calle Mayor 2|Las Palmas|Las Palmas|35001|35001 Las Palmas
FI|Mannerheimintie 1|Helsinki||00100|FI-00100 Helsinki
FR|1 rue de Rivoli|Paris||75001|75001 Paris
GB|10 Downing Street|London||sw1a 2aa|SW1A 2AA
GR|Ermou 1|Athina||105 57|105 57 Athina
HK|1 Nathan Road|Kowloon|||Kowloon
HU|Váci utca 1|Budapest||1051|1051
ID|Jl. Thamrin 1|Jakarta||10110|Jakarta
IE|1 O’Connell Street|Dublin||D01 F5P2|D01 F5P2
IE|2 Shop Street|Galway|||Galway
IL|Dizengoff 1|Tel Aviv||6433222|Tel Aviv 6433222
IN|4 Rose Lane|Pune|Maharashtra|411001|Pune 411001
IT|Via Roma 1|Torino|TO|10121|10121 Torino TO
JP|千代田1-1|千代田区|東京都|１００－０００１|〒100-0001
JP|1-1 Chiyoda|Chiyoda-ku|Tokyo|1000001|Chiyoda-ku, Tokyo
KE|Moi Avenue 1|Nairobi||00100|00100
KR|Sejong-daero 110|Seoul||04524|04524
KW|Street 5|Kuwait City|||Kuwait City
MC|1 av. de la Costa|Monaco||98000|MC-98000 Monaco
MX|Reforma 222|Ciudad de México||06600|06600
MY|Jalan Ampang 1|Kuala Lumpur||50450|50450 Kuala Lumpur
NL|Damrak 1|Amsterdam||1012ab|1012AB Amsterdam
NO|Karl Johans gate 1|Oslo||0154|0154 Oslo
NZ|1 Queen Street|Auckland||1010|Auckland 1010
PH|Ayala Ave 1|Makati|Metro Manila|1226|1226 Metro Manila
PL|ul. Długa 1|Gdańsk||80-831|80-831 Gdańsk
PT|Rua Augusta 1|Lisboa||1100-053|1100-053 Lisboa
QA|Street 850|Doha|||Doha
SA|King Fahd Road|Riyadh||12211|Riyadh 12211
SE|Drottninggatan 1|Stockholm||111 51|SE-111 51 Stockholm
SG|1 Raffles Place|Singapore||018956|SINGAPORE 018956
TH|1 Silom|Bangkok||10500|Bangkok
TR|İstiklal Cad. 1|İstanbul||34433|34433 İstanbul
TW|信義路五段7號|臺北市||110|110
US|1 Market St|San Francisco|California|94105|San Francisco, CA 94105
US|1 Army Road|Fort Campbell|TN|42223|Fort Campbell, TN 42223
ZA|1 Long Street|Cape Town||8001|8001`
  .trim()
  .split('\n')
  .map((line) => line.split('|') as [string, string, string, string, string, string])
const countries = [...new Set(natural.map(([country]) => country))]

const { app, db, stop } = await testApp({
  // No job runs here, so nothing connects to it.
  env: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:1' },
})
afterAll(stop)
let productid: number
let staff: Client
beforeAll(async () => {
  const goods = await makeGoods(db)
  // The emails show what was typed only to an address that is confirmed.
  await db
    .insertInto('confirmed_address')
    .values({ config_id: 1, email: checkoutForm.contact.email })
    .execute()
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  await storeSettings(db, { 'checkout.countries': countries, 'invoice.gstin': '27AAPFU0939F1ZV' })
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
  productid = await goods.add('Tea bowl', { variants: [{ price: 100_000, stock: 500 }] })
})

const send = (place: object) =>
  order(stranger(app), {
    items: [{ productid }],
    shipping: { fullName: 'Asha Rao', line1: '4 Rose Lane', city: '', state: '', pincode: '', ...place },
  })

test('has the addresses of 40 countries', () => {
  expect(countries.length).toBeGreaterThanOrEqual(40)
})

test.each(natural)('%s: an order to %s, %s is placed, and everyone reads where it goes', async (...place) => {
  const [country, line1, city, state, pincode, line] = place
  const sent = await send({ country, line1, city, state, pincode })
  expect(sent).toMatchObject({ status: 201 })
  const { number, accessToken } = sent.answer.data
  const { shippingAddress } = (await stranger(app).send(getOrder, { number, accessToken })).answer.data
  expect(shippingAddress.lines.join('\n')).toContain(line)
  const { rows } = await sql<{
    text: string
  }>`select body_text as text from email where body_text like ${`%${number}%`}`.execute(db)
  expect(rows[0]?.text).toContain(line)
  // Documents print other scripts in their own tests.
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(line + line1)) return
  for (const sheet of [
    await stranger(app).send(getInvoice, { number, accessToken }),
    await staff.send(getPackingSlip, { number }),
  ])
    expect((await readPdf(sheet.answer.bytes)).text.replaceAll(/\s+/g, ' ')).toContain(line)
})

test.each([
  [
    { country: 'US', city: 'San Francisco', state: 'OR', pincode: '94105' },
    'shipping.state',
    'The ZIP code 94105 is in California. Choose California, or correct the ZIP code.',
  ],
  [
    { country: 'US', city: 'San Francisco', state: 'Calif.', pincode: '94105' },
    'shipping.state',
    'Choose the state from the list',
  ],
  [{ country: 'US', city: 'San Francisco', pincode: '94105' }, 'shipping.state', 'Select a state'],
  [{ country: 'US', city: 'San Francisco', state: 'CA' }, 'shipping.pincode', 'Please enter your ZIP code'],
  [
    { country: 'US', city: 'San Francisco', state: 'CA', pincode: '9410' },
    'shipping.pincode',
    'Enter a ZIP code like 10001',
  ],
  [
    { country: 'CA', city: 'Toronto', state: 'QC', pincode: 'M5V 3L9' },
    'shipping.state',
    'The postal code M5V 3L9 is in Ontario. Choose Ontario, or correct the postal code.',
  ],
  [
    { country: 'AU', city: 'Sydney', state: 'VIC', pincode: '2000' },
    'shipping.state',
    'The postcode 2000 is in New South Wales. Choose New South Wales, or correct the postcode.',
  ],
  [{ country: 'DE', city: 'Berlin', pincode: '1011' }, 'shipping.pincode', 'Enter a postal code like 10115'],
  [{ country: 'DE', pincode: '10115' }, 'shipping.city', 'Please enter your city'],
  [{ country: 'JP', city: 'Chiyoda', pincode: '100-0001' }, 'shipping.state', 'Select a prefecture'],
  [
    { country: 'IN', city: 'Pune', state: 'KA', pincode: '411001' },
    'shipping.state',
    'PIN code 411001 is in Maharashtra. Please check the state.',
  ],
])('%j is refused by the words of its country', async (place, path, message) => {
  expect(await send(place)).toMatchObject({ status: 400, issues: [{ path, message }] })
})

test('a state of India that the buyer insists on is kept', async () => {
  const place = { country: 'IN', city: 'Pune', state: 'KA', pincode: '411001', keepstate: true }
  const { number, accessToken } = (await send(place)).answer.data
  const { shippingAddress } = (await stranger(app).send(getOrder, { number, accessToken })).answer.data
  expect(shippingAddress).toMatchObject({ state: 'Karnataka' })
  expect(shippingAddress).not.toHaveProperty('keepstate')
})

test('the format of a country is for everyone', async () => {
  const japan = await stranger(app).send(getAddressFormat, { country: 'JP' })
  expect(japan.answer.data).toMatchObject({
    fields: ['pincode', 'state', 'city', 'line'],
    names: { state: 'Prefecture' },
    postal: { example: '100-0001' },
  })
  expect(japan.answer.data.states).toContainEqual(['東京都', 'Tokyo (東京都)', expect.any(String)])
  expect(await stranger(app).send(getAddressFormat, { country: 'ZZ' })).toMatchObject({ status: 404 })
})
