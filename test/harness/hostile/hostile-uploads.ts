import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import {
  createCategory,
  createCollection,
  createProduct,
  createSubcategory,
} from '#server/modules/catalog/index.ts'
import { fulfilOrder } from '#contract/orders/admin-order.ts'
import { order } from '../data/order.ts'
import { newUser, signedIn } from '../people/account.ts'
import { client, sendRawForm, type Client } from '../people/client.ts'
import { hostileFiles, type HostileFile } from './hostile-files.ts'

interface Shop {
  app: FastifyInstance
  db: Database
  dataDir: string
}

/**
 * Sends hostile files with valid fields to every upload endpoint, or each file to one in `nth` of them. Throws at the first 5xx, at a file that takes too
 * long three times, and if the data folder contains anything but re-encoded images.
 */
export async function sendHostileFiles(
  { app, db, dataDir }: Shop,
  endpoints: readonly Endpoint[],
  count: number,
  { longest = 2000, nth = 1 }: { longest?: number; nth?: number } = {},
): Promise<number> {
  const uploads = endpoints.filter(({ files }) => files)
  const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  const { productid, fieldsFor } = await fieldsOf(db)
  const { number, accessToken } = await shippedOrder(app, staff, productid)
  const before = await filesIn(dataDir)
  let sent = 0
  for (const [index, file] of (await hostileFiles(count)).entries()) {
    // Every endpoint shows that it accepts an image with these fields.
    const takers = uploads.filter((_, at) => file.what === 'a real PNG' || (index + at) % nth === 0)
    for (const { method, path, audience, files = {} } of takers) {
      const [field = ''] = Object.keys(files)
      const send = async () => {
        const start = performance.now()
        const { status } = await sendRawForm(
          app,
          method as 'POST',
          path.replace(':number', number).replace(/:\w+/, '1'),
          {
            // Registering signs in as somebody else.
            cookies: audience === 'visitor' ? new Map<string, string>() : staff.cookies,
            fields: { ...fieldsFor(path), ...(path.startsWith('orders/') && { accessToken }) },
            files: [[field, file.bytes, file.name, file.type]],
          },
        )
        // Otherwise the endpoint might refuse a field instead of the file.
        const isTable = path === 'admin/imports'
        if (file.what === 'a real PNG' && status !== (isTable ? 400 : path.startsWith('orders/') ? 201 : 200))
          throw failed(file, path, `answered ${status}`)
        if (status >= 500) throw failed(file, path, `answered ${status}`)
        return performance.now() - start
      }
      let took = await send()
      // A busy machine may be slow once; a slow file is slow every time.
      for (let more = 2; took > longest && more > 0; more--) took = await send()
      if (took > longest) throw failed(file, path, `took ${took.toFixed(0)} ms, and no less before`)
      sent++
    }
  }
  for (const path of (await filesIn(dataDir)).filter((one) => !before.includes(one))) {
    if (!/^uploads\/[0-9a-f]{20}\.webp$/.test(path)) throw new Error(`${path} lies where nothing should`)
    const { format } = await sharp(await readFile(join(dataDir, path))).metadata()
    if (format !== 'webp') throw new Error(`${path} is ${format}`)
  }
  for (const path of [
    '/tmp/haat-escaped.webp',
    join(dataDir, '..', 'haat-escaped.webp'),
    'haat-escaped.webp',
  ]) {
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      throw new Error(`${path} was written`)
  }
  return sent
}

const failed = ({ what, name }: HostileFile, path: string, how: string) =>
  new Error(`${path} ${how} for ${what} named ${JSON.stringify(name.slice(0, 50))}`)

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

/** An order of which many units can come back. */
async function shippedOrder(app: FastifyInstance, staff: Client, productid: number) {
  const items = [{ productid, quantity: 900 }]
  const { number, accessToken } = (await order(client(app), { items })).answer.data
  await staff.send(fulfilOrder, { number })
  return { number, accessToken }
}

/** The other fields of all uploads; each endpoint takes its own. */
async function fieldsOf(db: Database) {
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  // In a new database their ids are 1, as `sendHostileFiles` expects.
  const { categoryId, subcategoryId, productid } = await db.transaction().execute(async (tx) => {
    const category = await createCategory(tx, context, { name: 'Hostile' })
    await createCollection(tx, context, { name: 'Hostile things' })
    return {
      categoryId: category,
      subcategoryId: await createSubcategory(tx, context, { categoryId: category, name: 'Hostile' }),
      productid: await createProduct(tx, context, {
        name: 'Mug',
        categoryId: category,
        variants: [{ price: 100, stock: 2000 }],
      }),
    }
  })
  let n = 0
  const password = 'a long winding road'
  const known: Record<string, () => Record<string, string | number>> = {
    'auth/register': () => ({
      fullName: 'A',
      gender: 1,
      email: `h${n}@example.com`,
      password,
      confirmpassword: password,
    }),
    'product/createproduct': () => ({ productname: `H${n}`, productcategoryid: categoryId, productprice: 1 }),
    'product/updateproduct': () => ({ productid }),
    'productcategory/category': () => ({ id: categoryId, productcategoryname: `H${n}` }),
    'productSubcategory/CreateSubCategory': () => ({ subcategoryName: `H${n}`, categoryId }),
    'productSubcategory/updateSubcategory': () => ({
      id: subcategoryId,
      subcategoryName: `H${n}`,
      categoryId,
    }),
    'orders/:number/returns': () => ({
      lines: JSON.stringify([{ lineId: 1, quantity: 1, reason: 'Damaged' }]),
    }),
    'admin/collections': () => ({ name: `H${n}` }),
    'comment/postComment': () => ({ product_id: productid, comment: `H${n}` }),
  }
  const fieldsFor = (path: string) => {
    n++
    return known[path]?.() ?? {}
  }
  return { productid, fieldsFor }
}
