import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

test.each([
  ['/?x=random', '/'],
  ['/?', '/'],
  ['/about?utm_source=a&x=1', '/about'],
  ['/products?x=1&page=1', '/products'],
  ['/Products?page=2&utm_source=a&sort=name', '/Products?sort=name&page=2'],
  ['/products?min=2,000&max=&instock=1&instock=0&rating=9', '/products?min=2000&instock=1'],
  [
    '/categories/mugs?spec.Colour=Sage&spec.Colour=Sage&page=3&spec.Size=',
    '/categories/mugs?spec.Colour=Sage&page=3',
  ],
  ['/search?x=1&q=%20blue%20%20mug+&min=5', '/search?q=blue+mug&min=5'],
  ['/product-details/12?x=1&variant=7&tab=comments', '/product-details/12?variant=7&tab=comments'],
  ['/product-details/12?variant=x', '/product-details/12'],
  ['/compare?products=3,3,x,1,2,9,4', '/compare?products=3%2C1%2C2%2C9'],
  ['/login?next=/cart&x=1', '/login?next=%2Fcart'],
  ['/login?email=a@example.com', '/login?email=a%40example.com'],
  ['/login?email=a%20b@example.com', '/login'],
  ['/verify-email?token=abc&token=def', '/verify-email?token=abc'],
])('%s is the page %s', (url, address) => {
  expect(pageAddress(url)).toBe(address)
  expect(pageAddress(address)).toBe(address)
})

test.each([
  '/api/product/getproduct?x=1',
  '/cart?x=1',
  '/checkout?product=1',
  '/checkout?session=AAAAAAAAAAAAAAAAAAAAAA',
  '/continue/AAAAAAAAAAAAAAAAAAAAAA?x=1',
  '/dashboard/orders?q=x',
  '/',
  '/a?'.slice(0, 2),
])('%s stays as it is', (url) => expect(pageAddress(url)).toBe(url))

test('the number of specifications is bounded', () => {
  const specs = Array.from({ length: 300 }, (_, n) => `spec.Colour=${n}`).join('&')
  expect(new URLSearchParams(pageAddress(`/products?${specs}`).slice('/products'.length)).size).toBe(100)
})
