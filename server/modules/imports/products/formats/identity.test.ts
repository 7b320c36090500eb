import { expect, test } from 'vitest'
import { readProducts } from './read-products.ts'

const notGtin =
  'Line 3: “4.00638E+12” under Variant Barcode was shortened by a spreadsheet and is left out. Format the column as text and export it again'

test('Shopify: vendor, barcode, cost, and goods without tax', async () => {
  const [book, tee] = await readProducts(
    'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Taxable,Variant Barcode,Cost per item,Google Shopping / MPN,Tags',
    'book,Book,Kumbhar,Title,Default Title,B,20,false,978-3-16-148410-0,7.5,KB-1,old',
    'tee,Tee,Acme,Size,S,T1,10,true,4.00638E+12,,,',
    'tee,,,,M,T2,10,false,4006381333931,4,,',
  )
  expect(book).toMatchObject({
    brand: 'Kumbhar',
    taxClass: 'exempt',
    specifications: [{ name: 'Tags', description: 'old' }],
    variants: [{ barcode: '9783161484100', mpn: 'KB-1', cost: 7.5 }],
    notes: ['The file says that it is not taxed, so it gets the tax class “Exempt”'],
  })
  expect(tee).toMatchObject({
    variants: [
      { sku: 'T1', barcode: undefined },
      { sku: 'T2', barcode: '4006381333931', cost: 4 },
    ],
    notes: [notGtin, 'Some of its variants are not taxable. Here a product is taxed as a whole.'],
  })
  expect(tee?.taxClass).toBeUndefined()
})

test('WooCommerce: the barcode of each variation, the first brand, tax status and class', async () => {
  const products = await readProducts(
    'ID,Type,SKU,Name,Published,"GTIN, UPC, EAN, or ISBN",Tax status,Tax class,In stock?,Stock,Regular price,Brands,Parent,Attribute 1 name,Attribute 1 value(s)',
    '1,variable,P,Tee,1,,taxable,,1,,,"Acme > Sport, Other",,Size,"S, M"',
    '2,variation,P-S,Tee - S,1,4006381333931,taxable,parent,1,3,12,,P,Size,S',
    '3,simple,S4,Tax free,1,,none,zero-rate,1,5,10,,,,',
    '4,simple,S5,Book,1,,taxable,reduced-rate,1,5,10,,,,',
    '5,simple,S6,Gold,1,,taxable,gold-rate,1,5,10,,,,',
  )
  expect(products).toMatchObject([
    {
      brand: 'Sport',
      variants: [{ barcode: '4006381333931' }],
      notes: ['Only the first brand is kept: Acme > Sport'],
    },
    { taxClass: 'exempt' },
    { taxClass: 'reduced', notes: [] },
    {
      taxClass: undefined,
      notes: ['The tax class “gold-rate” was left out. Choose a tax class after the import.'],
    },
  ])
})

test('Magento: attributes become columns, and the cost no public specification', async () => {
  const [bag] = await readProducts(
    'sku,attribute_set_code,product_type,categories,name,product_online,price,url_key,additional_attributes,qty,tax_class_name,country_of_manufacture',
    'B,Bag,simple,Default Category/Gear,Bag,1,10,bag,"cost=4.5000,manufacturer=Acme,ean=4006381333931,material=Wool",3,None,India',
  )
  expect(bag).toMatchObject({
    brand: 'Acme',
    origin: 'IN',
    taxClass: 'exempt',
    variants: [{ barcode: '4006381333931', cost: 4.5 }],
    specifications: [{ name: 'Material', description: 'Wool' }],
  })
  expect(bag?.specifications).toHaveLength(1)
})

test('any table: the headings of suppliers, and what cannot be kept', async () => {
  const [mug, tea] = await readProducts(
    'Name,Price,EAN,Part number,Purchase price,Manufacturer,Made in,HS code',
    'Mug,10,9638 5074,M-1,3.25,Acme,germany,6911.10.00',
    'Tea,10,123,,,,Atlantis,about 5',
  )
  expect(mug).toMatchObject({
    brand: 'Acme',
    origin: 'DE',
    hsn: '69111000',
    variants: [{ barcode: '96385074', mpn: 'M-1', cost: 3.25 }],
    notes: [],
  })
  expect(tea?.notes).toEqual([
    'Line 3: the barcode “123” was left out: it is no GTIN',
    'The country of origin “Atlantis” was left out: it is no known country',
    'The commodity code “about 5” was left out: it has up to 10 digits',
  ])
})
