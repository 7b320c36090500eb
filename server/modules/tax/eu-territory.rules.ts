/**
 * A place where another VAT applies than in the country of its address. Articles 5 to 7 of Directive 2006/112/EC name them;
 * for goods in Northern Ireland, Article 8 of the Windsor Framework.
 */
export interface Territory {
  /** For sentences: `the Canary Islands`. */
  name: string
  /** The country whose rates apply: an ISO 3166 code, or a key without rates for a place without a code. */
  country: string
  /** For reports: the ISO 3166 code where the tax is due, or `XI` for Northern Ireland. */
  code: string
  /** Whether EU VAT applies to goods there. */
  isInUnion: boolean
  /** The VAT that ends at its border, for sentences. */
  outside?: 'EU' | 'UK'
}

const outsideUnion = (name: string, country: string, code = country): Territory => ({
  name,
  country,
  code,
  isInUnion: false,
  outside: 'EU',
})
const outsideUk = (name: string, country: string): Territory => ({
  ...outsideUnion(name, country),
  outside: 'UK',
})
/** Counts as another country: Monaco as France, the Isle of Man as the United Kingdom (article 7). */
const partOf = (name: string, country: string, isInUnion: boolean): Territory => ({
  name,
  country,
  code: country,
  isInUnion,
})

const canaries = outsideUnion('the Canary Islands', 'IC')
const ceutaAndMelilla = outsideUnion('Ceuta and Melilla', 'EA')
const aland = outsideUnion('the Åland Islands', 'AX')
const guadeloupe = outsideUnion('Guadeloupe', 'GP')
const martinique = outsideUnion('Martinique', 'MQ')
const guiana = outsideUnion('French Guiana', 'GF')
const reunion = outsideUnion('Réunion', 'RE')
const mayotte = outsideUnion('Mayotte', 'YT')
const saintBarthelemy = outsideUnion('Saint-Barthélemy', 'BL')
const saintMartin = outsideUnion('Saint-Martin', 'MF')
const saintPierre = outsideUnion('Saint-Pierre and Miquelon', 'PM')
const wallis = outsideUnion('Wallis and Futuna', 'WF')
const polynesia = outsideUnion('French Polynesia', 'PF')
const newCaledonia = outsideUnion('New Caledonia', 'NC')
const sanMarino = outsideUnion('San Marino', 'SM')
const vatican = outsideUnion('Vatican City', 'VA')
const greenland = outsideUnion('Greenland', 'GL')
const faroes = outsideUnion('the Faroe Islands', 'FO')
const jersey = outsideUk('Jersey', 'JE')
const guernsey = outsideUk('Guernsey', 'GG')
const gibraltar = outsideUk('Gibraltar', 'GI')
const monaco = partOf('Monaco', 'FR', true)
const isleOfMan = partOf('the Isle of Man', 'GB', false)

/** Places with an ISO 3166 code of their own, exceptionally reserved ones (IC, EA) and XI of VAT numbers included. */
const byCountry: Readonly<Record<string, Territory>> = {
  IC: canaries,
  EA: ceutaAndMelilla,
  AX: aland,
  GP: guadeloupe,
  MQ: martinique,
  GF: guiana,
  RE: reunion,
  YT: mayotte,
  BL: saintBarthelemy,
  MF: saintMartin,
  PM: saintPierre,
  WF: wallis,
  PF: polynesia,
  NC: newCaledonia,
  SM: sanMarino,
  VA: vatican,
  GL: greenland,
  FO: faroes,
  JE: jersey,
  GG: guernsey,
  GI: gibraltar,
  MC: monaco,
  IM: isleOfMan,
  XI: { name: 'Northern Ireland', country: 'GB', code: 'XI', isInUnion: true },
  // Swiss VAT applies in Liechtenstein (article 3 of the Swiss VAT Act).
  LI: partOf('Liechtenstein', 'CH', false),
}

/** Places within the postal system of a country, by the beginning of the code without spaces. */
const byPostalCode: Readonly<Record<string, readonly (readonly [RegExp, Territory])[]>> = {
  ES: [
    [/^3[58]/, canaries],
    [/^5[12]/, ceutaAndMelilla],
  ],
  FI: [[/^22/, aland]],
  FR: [
    [/^(97133|977)/, saintBarthelemy],
    [/^(97150|978)/, saintMartin],
    [/^971/, guadeloupe],
    [/^972/, martinique],
    [/^973/, guiana],
    [/^974/, reunion],
    [/^975/, saintPierre],
    [/^976/, mayotte],
    [/^980/, monaco],
    [/^986/, wallis],
    [/^987/, polynesia],
    [/^988/, newCaledonia],
  ],
  DE: [
    // Büsingen has Swiss VAT by the treaty of 23 November 1964.
    [/^78266/, outsideUnion('Büsingen', 'CH', 'DE')],
    [/^27498/, outsideUnion('Heligoland', 'DE-HELIGOLAND', 'DE')],
  ],
  IT: [
    [/^23041/, outsideUnion('Livigno', 'IT-LIVIGNO', 'IT')],
    [/^22061/, outsideUnion('Campione d’Italia', 'IT-CAMPIONE', 'IT')],
    [/^4789/, sanMarino],
    [/^00120/, vatican],
  ],
  GR: [[/^6308[67]/, outsideUnion('Mount Athos', 'GR-ATHOS', 'GR')]],
  DK: [[/^39\d\d$/, greenland]],
  GB: [
    [/^BT\d/, byCountry.XI as Territory],
    [/^IM\d/, isleOfMan],
    [/^JE\d/, jersey],
    [/^GY\d/, guernsey],
    [/^GX11/, gibraltar],
  ],
}

/** The territory of an address; undefined where the VAT of its country applies. `postal` has capital letters and no spaces. */
export const territoryOf = (country: string, postal: string): Territory | undefined =>
  byPostalCode[country]?.find(([pattern]) => pattern.test(postal))?.[1] ?? byCountry[country]
