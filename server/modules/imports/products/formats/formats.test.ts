import { expect, test } from 'vitest'
import { readProductFile } from './read-products.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

test('turns HTML into Markdown', () => {
  const html = `<h2>Care</h2><p>Wash <strong>warm </strong>&amp; dry.<br>No * bleach.</p><script>alert(1)</script>
    <ul><li>One</li><li><a href="https://a.example/x y">Two</a></li></ul><p><img src="x.png"></p><p>Unclosed <em>text`
  expect(htmlToMarkdown(html)).toBe(
    '## Care\n\nWash **warm** & dry.  \nNo \\* bleach.\n\n- One\n- [Two](https://a.example/x%20y)\n\nUnclosed *text*',
  )
  expect(htmlToMarkdown('Just text')).toBe('Just text')
})

test('turns hostile HTML into Markdown in no time, and loses nothing at the seams', () => {
  const start = performance.now()
  for (const html of ['<ul><li>x', '<p>x', '<b>x', '<br>'])
    expect(htmlToMarkdown(html.repeat(10_000)).length).toBeLessThan(1_000_000)
  expect(performance.now() - start).toBeLessThan(5000)
  const words = Array.from({ length: 5000 }, (_, i) => `word${i}`)
  const html = words.map((word) => `<p>${word} <b>bold </b></p>`).join('')
  expect(htmlToMarkdown(html)).toBe(words.map((word) => `${word} **bold**`).join('\n\n'))
})

test('reads a Shopify export: rows of a handle become variants and images', async () => {
  const { format, products } = await readProductFile([
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text,Variant Image,SEO Title,Fabric (product.metafields.custom.fabric),Status',
    'tee,Tee,<p>Soft</p>,Acme,Apparel > Shirts,Shirts,"a, b",true,Size,S,Colour,Red,T-S,200,5,15.00,20.00,https://x/1.jpg,1,Front,https://x/1.jpg,Nice,Cotton,active',
    'tee,,,,,,,,,M,,Red,T-M,200,-2,30.00,40.00,https://x/2.jpg,2,,,,,',
    'tee,,,,,,,,,,,,,,,,,https://x/3.jpg,3,Back,,,,',
    'mug,Mug,,Acme,,,,false,Title,Default Title,,,M,,,9.99,,,,,,,,active',
  ])
  expect(format).toBe('shopify')
  expect(products).toMatchObject([
    {
      handle: 'tee',
      line: 2,
      name: 'Tee',
      status: 'live',
      category: 'Shirts',
      description: 'Soft',
      options: ['Size', 'Colour'],
      offer: 0,
      weight: 200,
      variants: [
        {
          options: { Size: 'S', Colour: 'Red' },
          sku: 'T-S',
          price: 20,
          salePrice: 15,
          stock: 5,
          image: 'https://x/1.jpg',
        },
        { options: { Size: 'M', Colour: 'Red' }, sku: 'T-M', price: 40, salePrice: 30, stock: -2 },
      ],
      images: [
        { url: 'https://x/1.jpg', alt: 'Front' },
        { url: 'https://x/2.jpg', alt: '' },
        { url: 'https://x/3.jpg', alt: 'Back' },
      ],
      brand: 'Acme',
      specifications: [
        { name: 'Tags', description: 'a, b' },
        { name: 'Fabric', description: 'Cotton' },
      ],
      searchTitle: 'Nice',
      problems: [],
    },
    {
      handle: 'mug',
      status: 'draft',
      options: [],
      variants: [{ options: {}, price: 9.99 }],
    },
  ])
})

test('reads a WooCommerce export: a variation finds its product also far away', async () => {
  const { format, products } = await readProductFile([
    'ID,Type,SKU,Name,Published,Description,In stock?,Stock,Weight (kg),Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)',
    '10,variable,TEE,Tee,1,"<p>Soft</p>\\n<p>Light</p>",1,,0.25,,,"Clothes > Shirts, Sale","a, b","https://x/1.jpg, https://x/2.jpg",,Size,"S, M",Fabric,Cotton',
    '11,variation,TEE-S,Tee - S,1,,1,4,,,20,,,https://x/s.jpg,TEE,Size,S,,',
    '12,simple,MUG,Mug,-1,,0,,,4.5,5,Home,,,,,,,',
    '50,variation,TEE-M,Tee - M,1,,1,6,,,22,,,,TEE,Size,M,,',
    '51,simple,MUG2,Mug,1,,1,3,,,5,Home,,,,,,,',
  ])
  expect(format).toBe('woocommerce')
  expect(products.map(({ handle }) => handle).toSorted()).toEqual(['mug', 'mug-mug2', 'tee'])
  expect(products.find(({ handle }) => handle === 'tee')).toMatchObject({
    category: 'Clothes',
    subcategory: 'Shirts',
    description: 'Soft\n\nLight',
    options: ['Size'],
    weight: 250,
    variants: [
      { options: { Size: 'S' }, sku: 'TEE-S', price: 20, stock: 4, image: 'https://x/s.jpg' },
      { options: { Size: 'M' }, sku: 'TEE-M', price: 22, stock: 6 },
    ],
    images: [{ url: 'https://x/1.jpg' }, { url: 'https://x/2.jpg' }, { url: 'https://x/s.jpg' }],
    specifications: [
      { name: 'Fabric', description: 'Cotton' },
      { name: 'Tags', description: 'a, b' },
    ],
  })
  expect(products.find(({ handle }) => handle === 'mug')).toMatchObject({
    status: 'draft',
    variants: [{ price: 5, salePrice: 4.5, stock: 0 }],
  })
})

test('reads a Magento export: simple products before their configurable one are its variants', async () => {
  const { format, products } = await readProductFile([
    'sku,store_view_code,attribute_set_code,product_type,categories,name,description,weight,product_online,price,special_price,url_key,base_image,additional_images,additional_attributes,qty,configurable_variations,configurable_variation_labels',
    'H-S,,Top,simple,Default Category/Men/Tops,Hoodie-S,,0.5,1,52.0000,,hoodie-s,/h/s.jpg,,"color=Black,size=S",100.0000,,',
    'H-M,,Top,simple,Default Category/Men/Tops,Hoodie-M,,0.5,1,52.0000,,hoodie-m,/h/m.jpg,,"color=Black,size=M",7.0000,,',
    'H,,Top,configurable,"Default Category/Men/Tops,Default Category/Sale",Hoodie,<p>Warm</p>,,1,,,hoodie,https://x/h.jpg,https://x/h2.jpg,"care=Wash, cold,material=Wool|Cotton",0,"sku=H-S,size=S,color=Black|sku=H-M,size=M,color=Black","size=Size,color=Colour"',
    'H,de,Top,configurable,,Kapuze,,,,,,,,,,,,',
    'B,,Bag,simple,Default Category/Gear,Bag,,,2,10,8,bag,,,,3,,',
  ])
  expect(format).toBe('magento')
  expect(products).toMatchObject([
    {
      handle: 'hoodie',
      category: 'Men',
      subcategory: 'Tops',
      options: ['Size', 'Colour'],
      variants: [
        { options: { Size: 'S', Colour: 'Black' }, sku: 'H-S', price: 52, stock: 100 },
        { options: { Size: 'M', Colour: 'Black' }, sku: 'H-M', price: 52, stock: 7 },
      ],
      images: [{ url: 'https://x/h.jpg' }, { url: 'https://x/h2.jpg' }],
      specifications: [
        { name: 'Care', description: 'Wash, cold' },
        { name: 'Material', description: 'Wool, Cotton' },
      ],
      problems: [],
    },
    { handle: 'bag', status: 'draft', variants: [{ price: 10, salePrice: 8, stock: 3 }] },
  ])
})

test('reads any table by its headings and names what it cannot read', async () => {
  const { format, settings, products } = await readProductFile([
    'Article;Article number;MRP;Qty',
    'Mug;M1;1.250,50;3',
    'Tea;T1;soon;2.5',
  ])
  expect({ format, mark: settings.decimalMark }).toEqual({ format: 'haat', mark: ',' })
  expect(products).toMatchObject([
    { handle: 'mug', name: 'Mug', variants: [{ sku: 'M1', price: 1250.5, stock: 3 }], problems: [] },
    {
      handle: 'tea',
      problems: ['Line 3: “soon” under MRP is not an amount of 0 or more', expect.stringContaining('Qty')],
    },
  ])
})

test('two WooCommerce products with one SKU do not take each other’s place', async () => {
  const { products } = await readProductFile([
    'ID,Type,SKU,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)',
    '1,variable,TS,Shirt,1,,,Size,"S, M"',
    '2,variable,TS,Coat,1,,,Size,"S, M"',
    '3,variation,TS-S,Shirt - S,1,5,TS,Size,S',
  ])
  expect(products.map(({ name, problems }) => [name, problems])).toEqual([
    ['Coat', ['Line 2 has the same SKU, so nobody knows whose the variations are']],
    ['Shirt', []],
  ])
})
